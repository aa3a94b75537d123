import { hsx } from '@sonde/language-hsx';
import { describeConformance } from './conformance-suite.js';

describeConformance(hsx);
