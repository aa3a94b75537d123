// A process of its own that debugs a program and tells the processes involved; a test kills it.

import { NativeEngine } from '../native-engine.js';
import { TestSession } from './session.js';

const session = await TestSession.start(process.argv[2]!);
await session.engine.begin();
await session.next('output');
const lldb = session.engine instanceof NativeEngine ? session.engine.lldbProcessId : undefined;
process.stdout.write(`${JSON.stringify([session.engine.process.id, lldb])}\n`);
