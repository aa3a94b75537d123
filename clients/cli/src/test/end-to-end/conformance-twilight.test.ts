import { twilight } from '@sonde/language-twilight';
import { describeConformance } from './conformance-suite.js';

describeConformance(twilight, 'leave them alone', undefined, ['tcp']);
