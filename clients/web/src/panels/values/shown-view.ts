// The drawn value that is shown: a table, a graph, a record.
import { Store } from '../../model/store.js';
import type { StructuredView } from '../../model/value.js';

export const shownView = new Store<{ readonly title: string; readonly view: StructuredView } | undefined>(undefined);
