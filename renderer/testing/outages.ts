/** Scenes in which the community can't be used, and why. */
import { type ErrorCode, ParlorError } from '../../shared/errors.ts';

const codes: { [scene: string]: ErrorCode } = {
  offline: 'community_unreachable',
  timeout: 'community_timeout',
  certificate: 'certificate_invalid',
  audience: 'wrong_audience',
  database: 'database_unavailable',
  banned: 'banned',
};

export const outageScenes: readonly string[] = Object.keys(codes);

export function outageOf(scene: string): { code: ErrorCode; message: string } | null {
  const code = codes[scene];
  return code ? { code, message: 'Refused by the scene.' } : null;
}

/** Throws what every call of the community rejects with in the scene. */
export function throwOutage(scene: string): void {
  const outage = outageOf(scene);
  if (outage) throw new ParlorError(outage.code, outage.message);
}
