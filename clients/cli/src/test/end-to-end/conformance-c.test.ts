import { nativeTools } from '@sonde/engine-native';
import { c } from '@sonde/language-c';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { describeConformance } from './conformance-suite.js';

describeUnlessMissing('native programs', (await nativeTools()).missing, () => describeConformance(c));
