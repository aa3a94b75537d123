import { mini } from '@sonde/language-mini';
import { describeConformance } from './conformance-suite.js';

describeConformance(mini, 'show the lines');
