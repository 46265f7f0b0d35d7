/** What the Studio asks main for. A project that is open follows by events, each with a whole snapshot. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { StudioProject } from '../../shared/bridge/contract.ts';
import { useBridge } from '../app/context.tsx';
import { connection } from '../bridge/connection.ts';

const keys = {
  list: ['studio', 'list'] as const,
  project: (id: string) => ['studio', 'project', id] as const,
};

export function useProjects() {
  const bridge = useBridge();
  const queries = useQueryClient();
  useEffect(() => bridge.studio.on('listed', (listed) => queries.setQueryData(keys.list, listed)), [bridge, queries]);
  return useQuery({ queryKey: keys.list, refetchOnMount: 'always', queryFn: () => bridge.studio.list({}) });
}

/** Protocols of this computer, to copy from. */
export function useLibrary(enabled: boolean) {
  const bridge = useBridge();
  return useQuery({ queryKey: ['studio', 'library'], enabled, queryFn: () => bridge.protocols.list({}) });
}

export function useCreate() {
  const bridge = useBridge();
  return useMutation({ mutationFn: (wish: Parameters<typeof bridge.studio.create>[0]) => bridge.studio.create(wish) });
}

/** Opens the project; main keeps one open at a time, so that it is asked for again with every visit. */
export function useProject(project_id: string) {
  const bridge = useBridge();
  const queries = useQueryClient();
  const queryKey = keys.project(project_id);
  const asked = useQuery({
    queryKey,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => bridge.studio.project({ project_id }),
  });
  useEffect(() => {
    const key = keys.project(project_id);
    const off = bridge.studio.on('changed', (project: StudioProject) => {
      if (project.project_id !== project_id) return;
      queries.setQueryData(key, project);
    });
    // Events were missed while the line was down.
    const cut = connection.subscribe(() => {
      if (connection.get() === 'connected') void queries.invalidateQueries({ queryKey: key });
    });
    return () => {
      off();
      cut();
    };
  }, [bridge, queries, project_id]);
  return asked;
}

/** What both boards saw after so many messages. */
export function usePosition(project_id: string, run: number, frame: number | null) {
  const bridge = useBridge();
  return useQuery({
    queryKey: [...keys.project(project_id), 'position', run, frame],
    enabled: frame !== null,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
    queryFn: () => bridge.studio.position({ project_id, run, frame: frame ?? 0 }),
  });
}

/** The lines around a place, as they were when this version was read. */
export function useExcerpt(project_id: string, version: number, file: string, line: number) {
  const bridge = useBridge();
  return useQuery({
    queryKey: [...keys.project(project_id), 'excerpt', version, file, line],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => bridge.studio.excerpt({ project_id, file, line }),
  });
}
