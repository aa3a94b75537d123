import { nativeTools } from '@sonde/engine-native';
import { describeUnlessMissing, describeScenario } from '@sonde/testkit/vitest';
import { stdio } from './fixtures.js';
import { cProfile } from './profiles.js';

describeUnlessMissing('native programs', (await nativeTools()).missing, () => {
  describeScenario(cProfile, { stdio: async () => stdio() });
});
