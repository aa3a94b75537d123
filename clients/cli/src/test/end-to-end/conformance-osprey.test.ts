import { nativeTools } from '@sonde/engine-native';
import { osprey } from '@sonde/language-osprey';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { describeConformance } from './conformance-suite.js';

describeUnlessMissing('native programs', (await nativeTools()).missing, () => describeConformance(osprey));
