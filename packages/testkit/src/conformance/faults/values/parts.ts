// Faults of modules and sources.
import type {
  Checksum,
  LoadedSourcesResponseBody,
  ModulesResponseBody,
  StackTraceResponseBody,
} from '@sonde/dap';
import { Module } from '@sonde/dap';
import type { Fault } from '../fault.js';
import { changedBodies, failureOf } from '../seeds.js';
import { withoutArgument } from '../without.js';
import { changedFrames } from './stack.js';

export const partFaults: readonly Fault[] = [
  {
    check: 'values/modules',
    does: 'does not name its modules',
    seed: changedBodies<ModulesResponseBody>('modules', body => ({
      ...body,
      modules: body.modules.map(each => ({ ...each, name: '' })),
    })),
  },
  {
    check: 'values/module-paging',
    does: 'ignores `startModule`',
    seed: withoutArgument('modules', 'startModule'),
  },
  {
    check: 'values/module-columns',
    does: 'leaves the columns empty that it announced',
    seed: changedBodies<ModulesResponseBody>('modules', body => ({
      ...body,
      modules: body.modules.map(each =>
        Object.fromEntries(Object.entries(each).filter(([name]) => Object.hasOwn(Module.properties, name))),
      ),
    })),
  },
  {
    check: 'values/frame-module',
    does: 'puts frames into a module that is not there',
    seed: changedFrames(frame => ({ ...frame, moduleId: 'nowhere' })),
  },
  {
    check: 'values/loaded-sources',
    does: 'gives sources other names than they have',
    seed: changedBodies<LoadedSourcesResponseBody>('loadedSources', ({ sources }) => ({
      sources: sources.map(each => ({ ...each, name: '?' })),
    })),
  },
  {
    check: 'values/source',
    does: 'refers to sources by numbers that it does not know itself',
    seed: () => {
      const frames = changedFrames(frame =>
        frame.source === undefined ? frame : { ...frame, source: { ...frame.source, sourceReference: 4242 } },
      )();
      return {
        ...frames,
        fromClient(message, line) {
          if (message.type !== 'request' || message.command !== 'source')
            return frames.fromClient?.(message, line);
          line.toClient(failureOf(message, 'there is no such source'));
        },
      };
    },
  },
  {
    check: 'values/checksums',
    does: 'tells checksums of something else',
    seed: changedBodies<StackTraceResponseBody>('stackTrace', body => ({
      ...body,
      stackFrames: body.stackFrames.map(frame =>
        frame.source?.checksums === undefined
          ? frame
          : { ...frame, source: { ...frame.source, checksums: frame.source.checksums.map(ofNothing) } },
      ),
    })),
  },
];

const ofNothing = ({ algorithm, checksum }: Checksum): Checksum => ({
  algorithm,
  checksum: checksum.replaceAll(/./g, '0'),
});
