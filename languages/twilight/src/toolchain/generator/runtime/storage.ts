// Reads and writes of storage: what is missing or empty is told, what is damaged or refused ends the transaction.

import type { FunctionReference } from '@sonde/wasm';
import { hostErrors } from '../../host/host-functions.js';
import type { ModuleContext } from '../module-context.js';
import { damagedText } from '../by-type/stored.js';
import { panic, reserve } from './heap.js';
import { checkAnswer } from './host-answers.js';
import { helper } from './limbs.js';

const key = ['domain', 'key', 'length'] as const;

/** (domain, key, length, out, size) → whether it is there. `out` is left alone if not. */
export const readFixed = (module: ModuleContext): FunctionReference =>
  helper(
    module,
    '__storage_read',
    [...key, 'out', 'size'],
    ['i32'],
    (made, domain, at, length, out, size) => {
      const { code } = made;
      const answer = made.local('i32', 'answer');
      code.get(domain, at, length, out).i32(0).get(size).call(module.host('read')).tee(answer);
      code.i32(hostErrors.KEY_NOT_FOUND).op('i32.eq').get(answer).op('i32.eqz', 'i32.or');
      code.if(undefined, () => void code.i32(0).op('return'));
      code.get(answer);
      checkAnswer(module, code, 'read');
      code
        .get(answer, size)
        .op('i32.ne')
        .if(undefined, () => panic(module, code, damagedText));
      code.i32(1);
    },
  );

/** (domain, key, length) → the handle of its bytes, or 0. */
export const readBytes = (module: ModuleContext): FunctionReference =>
  helper(module, '__storage_load', key, ['i32'], (made, domain, at, length) => {
    const { code } = made;
    const [answer, handle] = [made.local('i32', 'answer'), made.local('i32', 'handle')];
    code.globalGet(module.heapPointer).i32(7).op('i32.add').i32(-8).op('i32.and').tee(handle);
    code.i32(4).call(reserve(module));
    // As much as the heap has room for: how long it is, the answer says.
    code.get(domain, at, length).get(handle).i32(4).op('i32.add').i32(0);
    code
      .i32Late(() => module.map.end)
      .get(handle)
      .op('i32.sub')
      .i32(4)
      .op('i32.sub');
    code.call(module.host('read')).tee(answer);
    code.i32(hostErrors.KEY_NOT_FOUND).op('i32.eq').get(answer).op('i32.eqz', 'i32.or');
    code.if(undefined, () => void code.i32(0).op('return'));
    code.get(answer);
    checkAnswer(module, code, 'read');
    code.get(handle).get(answer).i32(4).op('i32.add').call(reserve(module));
    code.get(handle, answer).store('i32.store');
    code.get(handle, answer).op('i32.add').i32(4).op('i32.add').globalSet(module.heapPointer);
    code.get(handle);
  });

/** (domain, key, length) → whether something is there; what is empty was removed. */
export const isStored = (module: ModuleContext): FunctionReference =>
  helper(module, '__storage_has', key, ['i32'], (made, domain, at, length) => {
    const { code } = made;
    const answer = made.local('i32', 'answer');
    code.get(domain, at, length).i32(0).i32(0).i32(0).call(module.host('read')).tee(answer);
    code
      .i32(hostErrors.KEY_NOT_FOUND)
      .op('i32.eq')
      .if(undefined, () => void code.i32(0).op('return'));
    code.get(answer);
    checkAnswer(module, code, 'read');
    code.get(answer).i32(0).op('i32.ne');
  });

/** (domain, key, length, value, size). */
export const writeBytes = (module: ModuleContext): FunctionReference =>
  helper(
    module,
    '__storage_write',
    [...key, 'value', 'size'],
    [],
    (made, domain, at, length, value, size) => {
      made.code.get(domain, at, length, value, size).call(module.host('write'));
      checkAnswer(module, made.code, 'write');
    },
  );
