/** The pictures of a seat's board at the position of a fixture: kept in the project's folder, and compared with new ones. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PictureComparison, PictureRef, PictureResult, StudioProject } from '../../../shared/bridge/contract.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem } from '../../core/problem.ts';

const refOf = ({ fixture, seat, variant }: PictureResult): PictureRef => ({ fixture, seat, variant });

export function usePictures({ project_id, version }: StudioProject, fixture: string, seat: Role) {
  const { studio } = useBridge();
  const queries = useQueryClient();
  const keptKey = ['studio', 'pictures', project_id, fixture, seat];
  /** A comparison is of the saved files. */
  const comparedKey = [...keptKey, version];
  const kept = useQuery({
    queryKey: keptKey,
    refetchOnMount: 'always',
    queryFn: async () => (await studio.kept_pictures({ project_id, fixture, seat })).count,
  });
  const compared = useQuery<PictureComparison | null>({ queryKey: comparedKey, queryFn: () => null, enabled: false });

  async function settle(results: readonly PictureResult[], keep: boolean): Promise<void> {
    await studio.settle_pictures({ project_id, pictures: results.map(refOf), keep });
    queries.setQueryData<PictureComparison | null>(comparedKey, (before) => before && settled(before, results, keep));
    await queries.invalidateQueries({ queryKey: keptKey, exact: true });
  }

  const compare = useMutation({
    async mutationFn() {
      const comparison = await studio.compare_pictures({ project_id, fixture, seat });
      queries.setQueryData(comparedKey, comparison);
      // The first pictures have nothing to be compared with.
      if (kept.data === 0)
        await settle(
          comparison.results.filter(({ state }) => state === 'new'),
          true,
        );
    },
  });
  const settling = useMutation({
    mutationFn: ({ results, keep }: { results: readonly PictureResult[]; keep: boolean }) => settle(results, keep),
  });
  const error = compare.error ?? settling.error ?? kept.error;
  return {
    keptCount: kept.data ?? null,
    comparison: compared.data ?? null,
    busy: compare.isPending || settling.isPending,
    problem: error && asProblem(error),
    compare: () => compare.mutate(),
    settle: (results: readonly PictureResult[], keep: boolean) => settling.mutate({ results, keep }),
  };
}

export type Pictures = ReturnType<typeof usePictures>;

/** Kept pictures are the same as the new ones; of dismissed ones, nothing is left to say. */
function settled(comparison: PictureComparison, results: readonly PictureResult[], keep: boolean): PictureComparison {
  const isSettled = ({ variant }: PictureResult) => results.some((result) => result.variant === variant);
  return {
    ...comparison,
    results: comparison.results.flatMap((result) => {
      if (!isSettled(result)) return [result];
      return keep ? [{ ...result, state: 'same', pixels: 0 }] : [];
    }),
  };
}
