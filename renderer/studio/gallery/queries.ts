/** Positions of fixtures, for the gallery. */
import { useQuery } from '@tanstack/react-query';
import type { StudioProject } from '../../../shared/bridge/contract.ts';
import { useBridge } from '../../core/context.tsx';

export type ListedFixture = StudioProject['fixtures'][number];

/** What the boards of both seats receive at the position of a fixture; played again after each save. */
export function useFixturePosition({ project_id, version }: StudioProject, { name, ...fixture }: ListedFixture) {
  const bridge = useBridge();
  return useQuery({
    queryKey: ['studio', 'fixture', project_id, version, name, fixture],
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    retry: false,
    queryFn: () => bridge.studio.fixture_position({ project_id, name }),
  });
}
