/** Queries for the Studio. Each `changed` event carries a snapshot of the open project. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StudioGame, StudioProject, StudioSourceFile } from '../../shared/bridge/contract.ts';
import { readProjects, readProtocols } from '../../shared/bridge/read-all.ts';
import { useBridge } from '../core/context.tsx';
import { useReconnected } from '../core/reconnected.ts';

const keys = {
  list: ['studio', 'list'] as const,
  project: (id: string) => ['studio', 'project', id] as const,
};

export function useProjects() {
  const bridge = useBridge();
  const queries = useQueryClient();
  useEffect(
    () => bridge.studio.on('listed', () => void queries.invalidateQueries({ queryKey: keys.list })),
    [bridge, queries],
  );
  return useQuery({
    queryKey: keys.list,
    refetchOnMount: 'always',
    queryFn: async () => ({ projects: await readProjects(bridge) }),
  });
}

/** Installed protocols that can be copied. */
export function useLibrary(enabled: boolean) {
  const bridge = useBridge();
  return useQuery({
    queryKey: ['studio', 'library'],
    enabled,
    queryFn: async () => ({ protocols: await readProtocols(bridge) }),
  });
}

export function useCreate() {
  const bridge = useBridge();
  return useMutation({
    mutationFn: (project: Parameters<typeof bridge.studio.create>[0]) => bridge.studio.create(project),
  });
}

/** Opens the project. Only one project is open at a time, so every mount opens it again. */
export function useProject(project_id: string) {
  const bridge = useBridge();
  const queries = useQueryClient();
  const queryKey = keys.project(project_id);
  const query = useQuery({
    queryKey,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => bridge.studio.open_project({ project_id }),
  });
  useEffect(() => {
    return bridge.studio.on('changed', (project: StudioProject) => {
      if (project.project_id === project_id) queries.setQueryData(keys.project(project_id), project);
    });
  }, [bridge, queries, project_id]);
  useReconnected(() => void queries.invalidateQueries({ queryKey }));
  return query;
}

/** The path of the project's folder on this computer. */
export function useProjectPath(project_id: string) {
  const bridge = useBridge();
  return useQuery({
    queryKey: [...keys.project(project_id), 'path'],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => bridge.studio.path({ project_id }),
  });
}

/**
 * What both seats' boards receive after a number of messages; read again while messages arrive. Meanwhile the last position stays: `run` and
 * `seq` say which one it is.
 */
export function usePosition(project_id: string, game: StudioGame | null, frame: number | null) {
  const bridge = useBridge();
  const run = game?.run ?? 0;
  const seq = `back ${frame} ${game?.seats.host.seq} ${game?.seats.guest.seq}`;
  return useQuery({
    queryKey: [...keys.project(project_id), 'position', run, seq],
    enabled: frame !== null && game !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: async () => ({ run, seq, ...(await bridge.studio.position({ project_id, run, frame: frame ?? 0 })) }),
  });
}

/** A source file as it is on disk, read again after every save. */
export function useSource(project_id: string, version: number, file: StudioSourceFile) {
  const bridge = useBridge();
  return useQuery({
    queryKey: [...keys.project(project_id), 'source', version, file],
    placeholderData: keepPreviousData,
    queryFn: () => bridge.studio.source({ project_id, file }),
  });
}

/** The source lines around a position, as of the version checked. */
export function useExcerpt(project_id: string, version: number, file: string, line: number) {
  const bridge = useBridge();
  return useQuery({
    queryKey: [...keys.project(project_id), 'excerpt', version, file, line],
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    queryFn: () => bridge.studio.excerpt({ project_id, file, line }),
  });
}
