import { nativeTools } from '@sonde/engine-native';
import { aria } from '@sonde/language-aria';
import { describeUnlessMissing } from '@sonde/testkit/vitest';
import { describeConformance } from './conformance-suite.js';

describeUnlessMissing('native programs', (await nativeTools()).missing, () => describeConformance(aria));
