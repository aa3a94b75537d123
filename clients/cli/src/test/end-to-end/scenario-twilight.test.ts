import { describeScenario } from '@sonde/testkit/vitest';
import { stdio } from './fixtures.js';
import { twilightProfile } from './profiles.js';

describeScenario(twilightProfile, { stdio: async () => stdio() });
