// The debug information that every debug build has at least: [DEBUGGER-BUILD], "Minimum emitted metadata".

import { dwarfVersion } from '@sonde/engine-native/toolchain';

export interface Found {
  readonly what: string;
  readonly found: boolean;
}

/** One entry for each sentence of the list, in its order. `functions` are those that the source has. */
export function minimumMetadata(ir: string, functions: readonly string[]): readonly Found[] {
  const version = `!"Dwarf Version", i32 ${dwarfVersion()}}`;
  const subprogram = (name: string): boolean => ir.includes(`!DISubprogram(name: "${name}"`);
  return [
    { what: 'source_filename', found: /^source_filename = ".+"/m.test(ir) },
    { what: '!llvm.dbg.cu', found: /^!llvm\.dbg\.cu = !\{/m.test(ir) },
    {
      what: `!llvm.module.flags with the debug-info version and DWARF ${dwarfVersion()}`,
      found:
        /^!llvm\.module\.flags = /m.test(ir) &&
        ir.includes('!"Debug Info Version", i32 3}') &&
        ir.includes(version),
    },
    { what: '!DIFile', found: ir.includes('!DIFile(') },
    { what: '!DICompileUnit', found: /!DICompileUnit\(language: DW_LANG_C, .*producer: "osprey/.test(ir) },
    {
      what: `!DISubprogram for ${functions.join(', ')} and the generated main`,
      found: [...functions, 'main'].every(subprogram),
    },
    {
      what: '!DILocation with columns from 1 on instructions',
      found: /, !dbg !\d+$/m.test(ir) && /!DILocation\(line: [1-9]\d*, column: [1-9]/.test(ir),
    },
  ];
}
