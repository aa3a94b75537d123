// Types by the names that the compiler gives them in debug information: `gc_ptr<Point>`, `int64[3]`, `func<int32(int32)>`.

import {
  arrayType,
  builtinTypes,
  functionType,
  futureType,
  gcType,
  pointerType,
  referenceType,
  resultType,
  wildType,
  type AriaType,
} from '../../toolchain/checker/types.js';

/** Names come from a program that anybody may have made. */
const longestName = 1_000;

/** `declared` knows structs and enums. Undefined for a name that is no type of the language. */
export function typeNamed(
  name: string,
  declared: (name: string) => AriaType | undefined,
): AriaType | undefined {
  if (name.length > longestName) return undefined;
  const reader = new NameReader(name, declared);
  const type = reader.type();
  return reader.atEnd ? type : undefined;
}

const generic: Readonly<Record<string, (of: AriaType) => AriaType>> = {
  gc_ptr: gcType,
  wild_ptr: wildType,
  result: resultType,
  future: futureType,
};

class NameReader {
  #at = 0;

  constructor(
    private readonly name: string,
    private readonly declared: (name: string) => AriaType | undefined,
  ) {}

  get atEnd(): boolean {
    return this.#at === this.name.length;
  }

  type(): AriaType | undefined {
    let type = this.#plain();
    while (type !== undefined) {
      const suffix = /^(?:@|\$|\[(\d{1,8})\])/.exec(this.name.slice(this.#at));
      if (suffix === null) return type;
      this.#at += suffix[0].length;
      if (suffix[0] === '@') type = pointerType(type);
      else if (suffix[0] === '$') type = referenceType(type);
      else type = arrayType(type, Number(suffix[1]));
    }
    return undefined;
  }

  #plain(): AriaType | undefined {
    const word = /^[A-Za-z_]\w*/.exec(this.name.slice(this.#at))?.[0];
    if (word === undefined) return undefined;
    this.#at += word.length;
    if (!this.#takes('<')) return builtinTypes.get(word) ?? this.declared(word);
    if (word === 'func') return this.#function();
    const make = Object.hasOwn(generic, word) ? generic[word] : undefined;
    const of = make === undefined ? undefined : this.type();
    return make !== undefined && of !== undefined && this.#takes('>') ? make(of) : undefined;
  }

  /** `R(A,B)>`. */
  #function(): AriaType | undefined {
    const result = this.type();
    if (result === undefined || !this.#takes('(')) return undefined;
    const parameters: AriaType[] = [];
    while (!this.#takes(')')) {
      const parameter = this.type();
      if (parameter === undefined) return undefined;
      parameters.push(parameter);
      if (!this.#takes(',') && this.name[this.#at] !== ')') return undefined;
    }
    return this.#takes('>') ? functionType(parameters, result) : undefined;
  }

  #takes(sign: string): boolean {
    if (this.name[this.#at] !== sign) return false;
    this.#at++;
    return true;
  }
}
