import { useRoute } from 'wouter';
import { ProjectPage } from './ProjectPage.tsx';
import { Projects } from './Projects.tsx';

/** The workshop of protocol authors: their projects, and one of them open with both seats. */
export function StudioRoom() {
  const [, params] = useRoute('/studio/:project');
  return params ? <ProjectPage key={params.project} projectId={params.project} /> : <Projects />;
}
