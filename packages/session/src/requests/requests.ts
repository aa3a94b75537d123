// All requests, gathered from the files that declare them.

import { requestTable } from '../request-table.js';
import { asyncStackRequests } from './async-stack.js';
import { breakpointListRequests } from './breakpoint-list.js';
import { breakpointRequests } from './breakpoints.js';
import { disassemblyRequests } from './disassembly.js';
import { evaluateRequests } from './evaluate.js';
import { functionRequests } from './functions.js';
import { lifecycleRequests } from './lifecycle.js';
import { memoryMapRequests } from './memory-map.js';
import { memoryRequests } from './memory.js';
import { motionRequests } from './motion.js';
import { objectGraphRequests } from './object-graph.js';
import { sourceRequests } from './sources.js';
import { stackRequests } from './stack.js';
import { timeTravelRequests } from './time-travel.js';
import { traceRequests } from './trace.js';
import { variableRequests } from './variables.js';
import { whyRequests } from './why.js';

export const allRequests = requestTable(
  lifecycleRequests,
  breakpointRequests,
  breakpointListRequests,
  functionRequests,
  whyRequests,
  motionRequests,
  timeTravelRequests,
  stackRequests,
  asyncStackRequests,
  variableRequests,
  evaluateRequests,
  memoryRequests,
  memoryMapRequests,
  objectGraphRequests,
  disassemblyRequests,
  traceRequests,
  sourceRequests,
);
