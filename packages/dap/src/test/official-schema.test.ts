// Compares every schema of ours with the official one, where that is present.
import { TypeGuard } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import type { RequestShape } from '../protocol/building-blocks.js';
import * as protocol from '../protocol/protocol.js';
import {
  differences,
  flatten,
  officialSchemaFile,
  overlooked,
  readOfficialDefinitions,
} from './official-schema.js';
import type { Definitions, JsonSchema } from './official-schema.js';

const { events, requests, reverseRequests, capabilityNames } = protocol;

describe('the tables', () => {
  it('hold 43 requests, 2 reverse requests, 17 events, 42 capabilities and 17 arguments of initialize', () => {
    expect(Object.keys(requests)).toHaveLength(43);
    expect(Object.keys(reverseRequests)).toHaveLength(2);
    expect(Object.keys(events)).toHaveLength(17);
    expect(capabilityNames).toHaveLength(42);
    expect(Object.keys(protocol.InitializeRequestArguments.properties)).toHaveLength(17);
  });
});

const definitions = readOfficialDefinitions();

if (definitions === undefined) {
  process.stderr.write(`SKIPPED: comparison with the official schema, ${officialSchemaFile} is not there\n`);
  it.skip(`the official schema (${officialSchemaFile}) is not there: set SONDE_SHARED_DATA to its folder`);
} else {
  describe('compared with the official schema', () => {
    compareWith(definitions);
  });
}

function compareWith(official: Definitions): void {
  const names = Object.keys(official);
  const property = (name: string, path: string): JsonSchema | undefined =>
    flatten(official[name]!, official).properties?.[path];
  const isRequired = (name: string, path: string): boolean =>
    flatten(official[name]!, official).required?.includes(path) ?? false;
  const derivedFrom = (base: string): readonly string[] =>
    names.filter(name => official[name]?.allOf?.[0]?.$ref === `#/definitions/${base}`);

  const requestMessages = derivedFrom('Request');
  const responseMessages = derivedFrom('Response').filter(name => name !== 'ErrorResponse');
  const eventMessages = derivedFrom('Event');
  const messages = new Set([...requestMessages, ...responseMessages, ...eventMessages]);
  const namedTypes = names.filter(name => !messages.has(name));

  it('accounts for all 192 definitions', () => {
    expect(names).toHaveLength(192);
    const ours = Object.keys(requests).length + Object.keys(reverseRequests).length;
    expect(requestMessages).toHaveLength(ours);
    expect(responseMessages).toHaveLength(ours);
    expect(eventMessages).toHaveLength(Object.keys(events).length);
  });

  it('looks at everything that the official schema says', () => {
    expect(names.flatMap(name => overlooked(official[name]!, name))).toEqual([]);
  });

  /** Bodies and arguments that officially stand inside of a message and have no name of their own. */
  const nameless = /^(\w+)(Response|Event)Body$|^ThreadsArguments$|^ModuleId$/;

  it('finds every schema of ours there: as a definition, or inside of a message', () => {
    const exported = Object.entries(protocol as Readonly<Record<string, unknown>>)
      .filter(([, value]) => TypeGuard.IsSchema(value))
      .map(([name]) => name);
    expect(exported.filter(name => !names.includes(name) && !nameless.test(name))).toEqual([]);
    const used = new Set<unknown>([
      ...Object.values({ ...requests, ...reverseRequests }).flatMap((each: RequestShape) => [
        each.arguments,
        each.response,
      ]),
      ...Object.values(events).map(({ body }) => body),
      protocol.ErrorResponse.properties.body,
    ]);
    const bodies = exported.filter(name => name.endsWith('Body') || name === 'ThreadsArguments');
    const unused = bodies.filter(name => !used.has((protocol as Readonly<Record<string, unknown>>)[name]));
    expect(unused).toEqual([]);
  });

  it.each(namedTypes)('type %s', name => {
    const ours: unknown = (protocol as Readonly<Record<string, unknown>>)[name];
    expect(TypeGuard.IsSchema(ours), `${name} is exported`).toBe(true);
    if (!TypeGuard.IsSchema(ours)) return;
    expect(differences(ours, { $ref: `#/definitions/${name}` }, official, name)).toEqual([]);
  });

  it.each(requestMessages)('%s and its response', name => {
    const [command = '', ...more] = property(name, 'command')?.enum ?? [];
    expect(more).toEqual([]);
    const shapes: Readonly<Record<string, RequestShape | undefined>> = { ...requests, ...reverseRequests };
    const shape = shapes[command];
    if (shape === undefined) throw new Error(`${command} is in no table`);
    expect(shape.argumentsRequired).toBe(isRequired(name, 'arguments'));
    // `threads` officially takes anything, because it declares no arguments at all.
    const officialArguments = property(name, 'arguments');
    if (officialArguments?.$ref !== undefined) {
      expect(differences(shape.arguments, officialArguments, official, 'arguments')).toEqual([]);
    } else {
      expect(command).toBe('threads');
    }
    const response = name.replace(/Request$/, 'Response');
    expect(shape.responseRequired).toBe(isRequired(response, 'body'));
    expect(differences(shape.response, property(response, 'body') ?? {}, official, 'body')).toEqual([]);
  });

  it.each(eventMessages)('%s', name => {
    const [event = '', ...more] = property(name, 'event')?.enum ?? [];
    expect(more).toEqual([]);
    if (!protocol.isEventName(event)) throw new Error(`${event} is not in the table`);
    expect(events[event].bodyRequired).toBe(isRequired(name, 'body'));
    expect(differences(events[event].body, property(name, 'body') ?? {}, official, 'body')).toEqual([]);
  });

  it('notices a difference of each kind', () => {
    const schema = protocol.Breakpoint;
    const changed = (change: (definition: JsonSchema) => JsonSchema): readonly string[] =>
      differences(schema, change(official['Breakpoint']!), official, 'Breakpoint');
    const withProperty = (name: string, value: JsonSchema) => (definition: JsonSchema) => ({
      ...definition,
      properties: { ...definition.properties, [name]: value },
    });
    expect(changed(definition => definition)).toEqual([]);
    expect(changed(withProperty('added', { type: 'string' }))).toHaveLength(1);
    expect(changed(withProperty('line', { type: 'integer', format: 'int32' }))).toHaveLength(1);
    expect(changed(withProperty('message', { type: 'boolean' }))).toHaveLength(1);
    expect(changed(withProperty('reason', { type: 'string', _enum: ['pending', 'failed'] }))).toHaveLength(1);
    expect(changed(withProperty('reason', { type: 'string', enum: ['pending'] }))).toHaveLength(1);
    expect(changed(withProperty('reason', { type: 'string' }))).toHaveLength(1);
    expect(changed(withProperty('id', { type: 'integer', minimum: 1 }))).toHaveLength(1);
    expect(changed(withProperty('id', { type: ['integer', 'string'] }))).toHaveLength(1);
    expect(changed(withProperty('source', { type: 'array', items: { type: 'string' } }))).toHaveLength(1);
    expect(changed(definition => ({ ...definition, required: ['verified', 'id'] }))).toHaveLength(1);
    expect(changed(definition => ({ ...definition, required: [] }))).toHaveLength(1);
    const without = (name: string) => (definition: JsonSchema) => ({
      ...definition,
      properties: Object.fromEntries(
        Object.entries(definition.properties ?? {}).filter(([each]) => each !== name),
      ),
    });
    expect(changed(without('line'))).toHaveLength(1);
    expect(changed(definition => ({ ...definition, additionalProperties: true }))).toHaveLength(1);

    const moduleId = official['Module']!.properties!['id']!;
    const ranged = { ...moduleId, format: 'int32' };
    expect(differences(protocol.ModuleId, moduleId, official, 'id')).toEqual([]);
    expect(differences(protocol.ModuleId, ranged, official, 'id')).toHaveLength(1);
    expect(overlooked({ type: 'string', pattern: 'x' } as JsonSchema, 'x')).toHaveLength(1);
    expect(overlooked({ type: 'string', format: 'date' }, 'x')).toHaveLength(1);
  });
}
