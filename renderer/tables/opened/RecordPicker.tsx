import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import { recordMaxBytes } from '../../../shared/tables/record-text.ts';
import { useBridge } from '../../core/context.tsx';
import { asProblem, type Problem } from '../../core/problem.ts';
import { FileButton } from '../../ui/FileButton.tsx';
import { FileDrop, useFileDrop } from '../../ui/FileDrop.tsx';
import { formatBytes } from '../../ui/format.ts';
import { ProblemLine } from '../../ui/ProblemLine.tsx';
import { reveal } from '../../ui/reveal.ts';
import { checkRecord } from '../compare/check-record.ts';
import { type RecordFileProblem, readRecordFile, recordFileTypes } from '../record.ts';
import { takeDroppedFile } from './dropped-file.ts';
import { sendRecord } from './open-file.ts';

/** Accepts a picked or dropped record file, and opens its page. */
export function RecordPicker() {
  const { t, i18n } = useTranslation('record');
  const bridge = useBridge();
  const [, navigate] = useLocation();
  const [fileProblem, setFileProblem] = useState<RecordFileProblem | 'no_record' | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);

  const opening = useRef<AbortController | null>(null);
  useEffect(() => () => opening.current?.abort(), []);

  const open = async (file: File | undefined) => {
    if (!file) return;
    opening.current?.abort();
    const latest = new AbortController();
    opening.current = latest;
    const { signal } = latest;
    setFileProblem(null);
    setProblem(null);
    const result = await readRecordFile(file);
    if (signal.aborted) return;
    if ('problem' in result) return setFileProblem(result.problem);
    try {
      if (!(await checkRecord('hasSession', { text: result.text }, signal))) return setFileProblem('no_record');
      const record = await sendRecord(bridge, result.text);
      if (!signal.aborted) navigate(`/tables/record/${record}`);
    } catch (error) {
      if (!signal.aborted) setProblem(asProblem(error));
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens a file that was dropped before this page opened
  useEffect(() => void open(takeDroppedFile()), []);
  const { dragging, handlers } = useFileDrop((file) => void open(file));
  const size = formatBytes(i18n.language, recordMaxBytes);
  return (
    <div {...handlers}>
      <FileDrop dragging={dragging} title={t('opened.drop')} hint={t('opened.how', { size })}>
        <FileButton variant="primary" accept={recordFileTypes} onFile={(file) => void open(file)}>
          {t('compare.pick')}
        </FileButton>
        {fileProblem && (
          <p className="small bad" role="alert" ref={reveal}>
            {t(`copy.${fileProblem}`, { size })}
          </p>
        )}
        {problem && <ProblemLine problem={problem} />}
      </FileDrop>
    </div>
  );
}
