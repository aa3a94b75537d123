// Makes a package: a manifest and a first contract.

import { mkdir, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { Failure } from '@sonde/engine';
import { cannotWrite } from '@sonde/language';
import type { SyntaxMode } from '../syntax/tree.js';
import { manifestName } from './manifest.js';

/** The folder that was made, or filled. */
export async function makeProject(folder: string, mode: SyntaxMode, mustBeNew: boolean): Promise<string> {
  const place = resolve(folder);
  const name = basename(place).replaceAll(/\W/g, '_');
  if (!/^[A-Za-z]/.test(name))
    throw new Failure(
      'bad-arguments',
      'user',
      `${basename(place)} is no name of a package.`,
      'Begin it with a letter.',
    );
  if (mustBeNew && existsSync(place))
    throw new Failure('bad-arguments', 'user', `${folder} exists already.`, 'Use `twilightc init` there.');
  if (existsSync(join(place, manifestName)))
    throw new Failure('bad-arguments', 'user', `${folder} has a ${manifestName} already.`);
  const contract = `${name[0]!.toUpperCase()}${name.slice(1)}`;
  const source = join(place, 'src', `${name}.twl`);
  try {
    await mkdir(join(place, 'src'), { recursive: true });
    if (!existsSync(source))
      await writeFile(source, mode === 'solidity' ? solidity(contract) : native(contract));
    await writeFile(join(place, manifestName), manifest(name, contract));
  } catch (error) {
    throw cannotWrite(place, (error as Error).message);
  }
  return place;
}

const manifest = (name: string, contract: string): string => `[package]
name = "${name}"
version = "0.1.0"

[[contract]]
name = "${contract}"
path = "src/${name}.twl"

[lints]
unused_variable = "warn"
`;

const native = (name: string): string => `#![syntax = "twilight-native"]

contract ${name} {
    storage {
        pub count: u64 = 0;
    }

    event Counted(#[topic] by: address, count: u64);

    pub fn increment() -> u64 {
        count = count + 1;
        emit Counted(ctx.sender(), count);
        count
    }

    #[test]
    fn counts_up() {
        assert_eq!(increment(), 1);
        assert_eq!(increment(), 2);
    }
}
`;

const solidity = (name: string): string => `#![syntax = "solidity"]

contract ${name} {
    uint64 public count = 0;

    event Counted(address indexed by, uint64 count);

    function increment() external returns (uint64) {
        count += 1;
        emit Counted(msg.sender, count);
        return count;
    }
}
`;
