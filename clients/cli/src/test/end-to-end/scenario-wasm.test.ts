import { describeScenario } from '@sonde/testkit/vitest';
import { tcpServer } from './fixtures.js';
import { wasmProfile } from './profiles.js';

describeScenario(wasmProfile, { TCP: tcpServer() });
