import { useRoute } from 'wouter';
import { ProjectPage } from './ProjectPage.tsx';
import { Projects } from './projects/Projects.tsx';

/** Routes to the list of projects and to an open project. */
export function StudioRoom() {
  const [, params] = useRoute('/studio/:project');
  return params ? <ProjectPage key={params.project} projectId={params.project} /> : <Projects />;
}
