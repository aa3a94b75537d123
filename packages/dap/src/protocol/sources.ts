// Sources: how both sides name a piece of program text, and the requests that fetch it.
import { Type } from '@sinclair/typebox';
import {
  anyStructure,
  anything,
  closedEnumeration,
  list,
  optional,
  reference,
  request,
  required,
  structure,
  text,
} from './building-blocks.js';
import type { Infer } from './building-blocks.js';

export const ChecksumAlgorithm = closedEnumeration('MD5', 'SHA1', 'SHA256', 'timestamp');
export type ChecksumAlgorithm = Infer<typeof ChecksumAlgorithm>;

export const Checksum = structure({ algorithm: ChecksumAlgorithm, checksum: text });
export type Checksum = Infer<typeof Checksum>;

/**
 * A source with a `sourceReference` above 0 must be fetched from the adapter, even if it has a path;
 * such a reference lives only as long as the session. `adapterData` comes back to the adapter untouched.
 */
export const Source = Type.Recursive(self =>
  structure(
    {},
    {
      name: text,
      path: text,
      sourceReference: reference,
      presentationHint: closedEnumeration('normal', 'emphasize', 'deemphasize'),
      origin: text,
      sources: list(self),
      adapterData: anything,
      checksums: list(Checksum),
    },
  ),
);
export type Source = Infer<typeof Source>;

/** Old clients send only the top-level `sourceReference`; newer ones repeat it inside `source`. */
export const SourceArguments = structure({ sourceReference: reference }, { source: Source });
export type SourceArguments = Infer<typeof SourceArguments>;

export const SourceResponseBody = structure({ content: text }, { mimeType: text });
export type SourceResponseBody = Infer<typeof SourceResponseBody>;

export const LoadedSourcesArguments = anyStructure;
export type LoadedSourcesArguments = Infer<typeof LoadedSourcesArguments>;

export const LoadedSourcesResponseBody = structure({ sources: list(Source) });
export type LoadedSourcesResponseBody = Infer<typeof LoadedSourcesResponseBody>;

export const sourceRequests = {
  source: request(required(SourceArguments), required(SourceResponseBody)),
  loadedSources: request(optional(LoadedSourcesArguments), required(LoadedSourcesResponseBody)),
};
