import { wasm } from '@sonde/language-wasm';
import { describeConformance } from './conformance-suite.js';

describeConformance(wasm, 'leave them alone', undefined, ['tcp']);
