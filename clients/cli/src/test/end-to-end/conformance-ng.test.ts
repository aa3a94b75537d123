import { ng } from '@sonde/language-ng';
import { describeConformance } from './conformance-suite.js';

describeConformance(ng);
