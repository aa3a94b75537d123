import { nativeTools } from '@sonde/engine-native';
import { describeUnlessMissing, describeScenario } from '@sonde/testkit/vitest';
import { stdio } from './fixtures.js';
import { ospreyProfile } from './profiles.js';

describeUnlessMissing('native programs', (await nativeTools()).missing, () => {
  describeScenario(ospreyProfile, { stdio: async () => stdio() });
});
