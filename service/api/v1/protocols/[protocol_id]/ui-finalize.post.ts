import { note } from '../../../../events/note.ts';
import { refuse } from '../../../../http/problem.ts';
import { answer, write } from '../../../../method.ts';
import { protocolById } from '../../../../protocols/protocol.ts';
import { checkStaging, dropStale, manifestByName, publish, stagedPaths } from '../../../../protocols/ui.ts';

export const postUiFinalize = write('POST /api/v1/protocols/{protocol_id}/ui-finalize', {
  load: (db, { params }) => protocolById(db, params.protocol_id),
  async act(db, { body, now }, { protocol_id }) {
    await dropStale(db, now);
    const { manifest_hash } = body;
    const name = { protocol_id, manifest_hash };
    const manifest = await manifestByName(db, name);
    const published = { manifest_hash, status: 'published' as const };
    if (manifest.status === 'published') return answer(200, { ...published, idempotent: true });
    checkStaging(manifest);
    // What is staged was compared with the manifest when it came; only its absence is left to find.
    const there = new Set(await stagedPaths(db, name));
    const missing = manifest.files.map(({ path }) => path).filter((path) => !there.has(path));
    if (missing.length > 0) {
      throw refuse('manifest_incomplete', `${missing.length} of ${manifest.files.length} files are missing.`, {
        missing: missing.slice(0, 20),
      });
    }
    await publish(db, name);
    await note(db, { type: 'protocol_published', ...name }, 'everybody', now);
    return answer(200, { ...published, idempotent: false });
  },
});
