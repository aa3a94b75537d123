import { describeScenario } from '@sonde/testkit/vitest';
import { tcpServer } from './fixtures.js';
import { hsxProfile } from './profiles.js';

describeScenario(hsxProfile, { TCP: tcpServer() });
