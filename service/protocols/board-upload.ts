/** UI bundles: staged, published, deprecated. File contents are deleted on deprecation and when staging expires. */
import type { z } from 'zod';
import type { ManifestFile } from '../../shared/bundle/manifest.ts';
import { limits } from '../../shared/community/limits.ts';
import type { protocolBundle, uiUpload } from '../../shared/community/protocol-shapes.ts';
import { sha256Hex } from '../../shared/signing/hash.ts';
import { decodeBase64 } from '../http/base64.ts';
import { fieldError, requestError } from '../refusals.ts';
import type { Reader, Writer } from '../storage/schema.ts';

export interface Manifest {
  status: string;
  files: ManifestFile[];
}

export interface ManifestName {
  protocol_id: string;
  manifest_hash: string;
}

export async function findManifest(
  db: Reader,
  { protocol_id, manifest_hash }: ManifestName,
): Promise<Manifest | undefined> {
  const row = await db
    .selectFrom('ui_manifest')
    .select(['status', 'files'])
    .where('protocol_id', '=', protocol_id)
    .where('manifest_hash', '=', manifest_hash)
    .executeTakeFirst();
  return row && { status: row.status, files: JSON.parse(row.files) };
}

/** Throws ParlorError `not_found`. */
export async function manifestByName(db: Reader, name: ManifestName): Promise<Manifest> {
  const manifest = await findManifest(db, name);
  if (!manifest) throw requestError('not_found', 'No bundle of this manifest is staged for the protocol.');
  return manifest;
}

/** Throws ParlorError `manifest_closed`. */
export function checkStaging({ status }: Manifest): void {
  if (status !== 'staging')
    throw requestError('manifest_closed', `The manifest is ${status}; nothing can be added to it.`);
}

/** Throws ParlorError `rate_limited` if the protocol has too many staging manifests. */
export async function checkStagingCount(db: Reader, protocol_id: string, now: number): Promise<void> {
  const stagedManifests = await db
    .selectFrom('ui_manifest')
    .select('staged_at')
    .where('protocol_id', '=', protocol_id)
    .where('status', '=', 'staging')
    .orderBy('staged_at')
    .limit(limits.ui_staging_manifests)
    .execute();
  if (stagedManifests.length < limits.ui_staging_manifests) return;
  const waitSeconds = Math.ceil((stagedManifests[0]!.staged_at - now) / 1000) + limits.ui_staging_seconds;
  throw requestError('rate_limited', `No more than ${limits.ui_staging_manifests} staged bundles at a time.`, {
    retry_after: waitSeconds,
  });
}

type Upload = Omit<z.output<typeof uiUpload>, 'manifest_hash'>;

/**
 * The content of an upload, checked against the manifest. `pointer`: JSON pointer to the upload in the body. Throws ParlorError
 * `invalid_field`.
 */
export function decodeUpload(files: readonly ManifestFile[], upload: Upload, pointer: string): Uint8Array {
  const entry = files.find(({ path }) => path === upload.path);
  if (!entry) throw fieldError(`${pointer}/path`, 'is not in the manifest');
  if (upload.content_hash !== entry.content_hash)
    throw fieldError(`${pointer}/content_hash`, 'is not the hash in the manifest');
  if (upload.size_bytes !== entry.size_bytes)
    throw fieldError(`${pointer}/size_bytes`, 'is not the size in the manifest');
  const bytes = decodeBase64(upload.content_base64);
  if (!bytes) throw fieldError(`${pointer}/content_base64`, 'is not base64 with padding');
  if (bytes.length !== entry.size_bytes) throw fieldError(`${pointer}/size_bytes`, 'is not the size of the content');
  if (sha256Hex(bytes) !== entry.content_hash)
    throw fieldError(`${pointer}/content_hash`, 'is not the hash of the content');
  return bytes;
}

/** Adds a checked file. Idempotent. */
export async function stageFile(db: Writer, name: ManifestName, path: string, content: Uint8Array): Promise<void> {
  await db
    .insertInto('ui_file')
    .values({ ...name, path, content })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Paths of the files uploaded so far. */
export async function stagedPaths(db: Reader, { protocol_id, manifest_hash }: ManifestName): Promise<string[]> {
  const rows = await db
    .selectFrom('ui_file')
    .select('path')
    .where('protocol_id', '=', protocol_id)
    .where('manifest_hash', '=', manifest_hash)
    .execute();
  return rows.map(({ path }) => path);
}

/** Publishes a manifest. Deprecates the previous one and deletes its files. */
export async function publishManifest(db: Writer, { protocol_id, manifest_hash }: ManifestName): Promise<void> {
  const previousHash = await publishedHash(db, protocol_id);
  if (previousHash !== undefined) {
    await db
      .deleteFrom('ui_file')
      .where('protocol_id', '=', protocol_id)
      .where('manifest_hash', '=', previousHash)
      .execute();
    await setStatus(db, { protocol_id, manifest_hash: previousHash }, 'deprecated');
  }
  await setStatus(db, { protocol_id, manifest_hash }, 'published');
}

/** Operators withdraw the published manifest; its files stay, so that it can be restored. Resolves with its hash, null if there is none. */
export async function removeBoard(db: Writer, protocol_id: string): Promise<string | null> {
  const manifest_hash = await publishedHash(db, protocol_id);
  if (manifest_hash === undefined) return null;
  await setStatus(db, { protocol_id, manifest_hash }, 'removed');
  return manifest_hash;
}

/** Publishes the newest removed manifest again. Resolves with its hash; null if there is none, or another one is published. */
export async function restoreBoard(db: Writer, protocol_id: string): Promise<string | null> {
  if ((await publishedHash(db, protocol_id)) !== undefined) return null;
  const removed = await db
    .selectFrom('ui_manifest')
    .select('manifest_hash')
    .where('protocol_id', '=', protocol_id)
    .where('status', '=', 'removed')
    .orderBy('staged_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!removed) return null;
  const { manifest_hash } = removed;
  await setStatus(db, { protocol_id, manifest_hash }, 'published');
  return manifest_hash;
}

async function setStatus(db: Writer, { protocol_id, manifest_hash }: ManifestName, status: string): Promise<void> {
  await db
    .updateTable('ui_manifest')
    .set({ status })
    .where('protocol_id', '=', protocol_id)
    .where('manifest_hash', '=', manifest_hash)
    .execute();
}

/** The hash of the protocol's published manifest. */
async function publishedHash(db: Reader, protocol_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('ui_manifest')
    .select('manifest_hash')
    .where('protocol_id', '=', protocol_id)
    .where('status', '=', 'published')
    .executeTakeFirst();
  return row?.manifest_hash;
}

type PublishedBundle = Pick<z.output<typeof protocolBundle>, 'ui_manifest' | 'ui_manifest_hash' | 'ui_files'>;

/** The published files with their manifest, unless the protocol is removed. A single query, so that both come from the same publication. */
export function publishedFiles(db: Reader, protocol_id: string) {
  return db
    .selectFrom('ui_manifest')
    .innerJoin('protocol', 'protocol.protocol_id', 'ui_manifest.protocol_id')
    .innerJoin('ui_file', (join) =>
      join
        .onRef('ui_file.protocol_id', '=', 'ui_manifest.protocol_id')
        .onRef('ui_file.manifest_hash', '=', 'ui_manifest.manifest_hash'),
    )
    .select(['ui_manifest.manifest_hash', 'ui_manifest.files', 'ui_file.path', 'ui_file.content'])
    .where('ui_manifest.protocol_id', '=', protocol_id)
    .where('ui_manifest.status', '=', 'published')
    .where('protocol.removed_at', 'is', null);
}

/** The published bundle with file contents, in the manifest's order. */
export async function presentBundle(db: Reader, protocol_id: string): Promise<PublishedBundle> {
  const rows = await publishedFiles(db, protocol_id).execute();
  const [first] = rows;
  if (!first) return { ui_manifest: null, ui_manifest_hash: null, ui_files: [] };
  const files: ManifestFile[] = JSON.parse(first.files);
  const contents = new Map(rows.map(({ path, content }) => [path, content]));
  return {
    ui_manifest: { files },
    ui_manifest_hash: first.manifest_hash,
    ui_files: files.map((file) => ({
      ...file,
      content_base64: Buffer.from(contents.get(file.path)!).toString('base64'),
    })),
  };
}

/** Deletes expired staging manifests and their files. `now`: Unix milliseconds. */
export async function deleteStaleStaging(db: Writer, now: number): Promise<void> {
  const staleManifests = await db
    .updateTable('ui_manifest')
    // Nothing can be added to it any more, and no other transaction sees this status.
    .set({ status: 'stale' })
    .where('status', '=', 'staging')
    .where('staged_at', '<=', now - limits.ui_staging_seconds * 1000)
    .returning(['protocol_id', 'manifest_hash'])
    .execute();
  for (const { protocol_id, manifest_hash } of staleManifests) {
    for (const table of ['ui_file', 'ui_manifest'] as const) {
      await db
        .deleteFrom(table)
        .where('protocol_id', '=', protocol_id)
        .where('manifest_hash', '=', manifest_hash)
        .execute();
    }
  }
}
