import { notifications } from '@mantine/notifications';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { dismissProblem, failedActions } from '../core/attempt.ts';
import type { Problem } from '../core/problem.ts';
import { Button } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { useProblemText } from '../ui/problem-text.ts';

/** How long a problem is shown, milliseconds, without the time that the pointer is on it. */
const shownMs = 10_000;

/** Why actions failed whose controls have no room for it. Rendered once, in App. */
export function ProblemToasts() {
  const problems = useStore(failedActions);
  return problems.map((problem) => <ProblemToast key={problem.code} problem={problem} />);
}

/** Shows a toast for as long as it is mounted. */
function ProblemToast({ problem }: { problem: Problem }) {
  useEffect(() => {
    const id = notifications.show({
      message: <FailedAction problem={problem} />,
      autoClose: shownMs,
      allowClose: false,
      onClose: () => dismissProblem(problem),
    });
    return () => {
      notifications.hide(id);
    };
  }, [problem]);
  return null;
}

function FailedAction({ problem }: { problem: Problem }) {
  const { t } = useTranslation();
  const { sentence, body } = useProblemText()(problem);
  return (
    <div className="row gap3 grow" data-toast="problem" data-region="toast" role="alert">
      <span className="grow">
        <b>{sentence}</b> {body} <CopyButton value={problem.code} />
      </span>
      <Button size="sm" variant="wood" iconOnly aria-label={t('dismiss')} onClick={() => dismissProblem(problem)}>
        <IconX size={17} stroke={1.75} aria-hidden="true" />
      </Button>
    </div>
  );
}
