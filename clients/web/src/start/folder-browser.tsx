// The folder that is served, and what is below it: never what is above.
import { useEffect, useState, type ReactNode } from 'react';
import { usePage } from '../page/page-context.js';
import { fetchFolder, type FolderEntry, type FolderListing } from '../page/server-api.js';
import { Icon, visibleName } from '@sonde/panels';
import { ProblemNote } from './problem-note.js';
import { ProgramRow } from './program-row.js';
import { crumbsOf, joined } from './program-path.js';
import { StartSection } from './start-section.js';

export function FolderBrowser(): ReactNode {
  const { folder } = usePage().info;
  if (folder === undefined) return null;
  return (
    <StartSection title="Open">
      <FolderList root={folder} />
    </StartSection>
  );
}

interface Root {
  readonly name: string;
  readonly path: string;
}

export interface FolderListProps {
  readonly root: Root;
  /** Takes the file that was chosen; without it files are looked at and debugged. */
  readonly onOpen?: (path: string) => void;
}

export function FolderList({ root, onOpen }: FolderListProps): ReactNode {
  const [wanted, setWanted] = useState({ path: '' });
  const [listing, setListing] = useState<FolderListing | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);

  useEffect(() => {
    let over = false;
    fetchFolder(wanted.path).then(
      next => {
        if (over) return;
        setListing(next);
        setError(undefined);
      },
      (problem: unknown) => {
        if (!over) setError(problem);
      },
    );
    return () => {
      over = true;
    };
  }, [wanted]);

  // A new object each time: the same folder can be asked for again after a problem.
  const go = (path: string): void => setWanted({ path });
  return (
    <>
      <Breadcrumb root={root} path={listing?.path ?? ''} onGo={go} />
      {error !== undefined && <ProblemNote error={error} />}
      {listing !== undefined && (
        <Entries root={root} listing={listing} onGo={go} {...(onOpen && { onOpen })} />
      )}
    </>
  );
}

interface BreadcrumbProps {
  readonly root: Root;
  readonly path: string;
  readonly onGo: (path: string) => void;
}

function Breadcrumb({ root, path, onGo }: BreadcrumbProps): ReactNode {
  const crumbs = crumbsOf(root.name, path);
  return (
    <nav aria-label="Folder" title={joined(root.path, path)}>
      <ol className="start-crumbs">
        {crumbs.map((crumb, index) => (
          <li key={crumb.path}>
            <button
              type="button"
              className="start-link"
              aria-current={index === crumbs.length - 1 ? 'location' : undefined}
              onClick={() => onGo(crumb.path)}
            >
              {visibleName(crumb.name)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface EntriesProps {
  readonly root: Root;
  readonly listing: FolderListing;
  readonly onGo: (path: string) => void;
  readonly onOpen?: (path: string) => void;
}

function Entries({ root, listing, onGo, onOpen }: EntriesProps): ReactNode {
  const { path, entries, more } = listing;
  return (
    <>
      {entries.length === 0 && <p className="start-quiet">This folder is empty.</p>}
      <ul className="start-rows start-files" aria-label="Files">
        {entries.map(entry => (
          <Entry
            key={entry.name}
            entry={entry}
            root={root}
            path={path}
            onGo={onGo}
            {...(onOpen && { onOpen })}
          />
        ))}
      </ul>
      {more !== undefined && more > 0 && <p className="start-quiet">… and {more} more.</p>}
    </>
  );
}

interface EntryProps {
  readonly entry: FolderEntry;
  readonly root: Root;
  readonly path: string;
  readonly onGo: (path: string) => void;
  readonly onOpen?: (path: string) => void;
}

function Entry({ entry, root, path, onGo, onOpen }: EntryProps): ReactNode {
  const { name, kind, language, executable } = entry;
  if (kind === 'folder')
    return (
      <li className="start-row">
        <button
          type="button"
          className="start-link"
          aria-label={`Folder ${name}`}
          onClick={() => onGo(joined(path, name))}
        >
          <Icon shape="folder" />
          <span className="start-name">{visibleName(name)}</span>
        </button>
      </li>
    );
  if (onOpen !== undefined && executable !== true)
    return (
      <li className="start-row">
        <button type="button" className="start-link" onClick={() => onOpen(joined(root.path, path, name))}>
          <Icon shape="file" />
          <span className="start-name">{name}</span>
        </button>
      </li>
    );
  if (language === undefined && executable !== true)
    return (
      <li className="start-row start-plain">
        <Icon shape="file" />
        <span className="start-name">{visibleName(name)}</span>
      </li>
    );
  return (
    <ProgramRow
      program={joined(root.path, path, name)}
      name={visibleName(name)}
      isSource={language !== undefined}
      {...(language === undefined ? {} : { language })}
    />
  );
}
