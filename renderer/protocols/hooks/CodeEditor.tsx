import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { javascriptLanguage } from '@codemirror/lang-javascript';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, nextDiagnostic, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view';
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styleNonce } from '../../core/style-nonce.ts';
import styles from './CodeEditor.module.css';
import { codeHighlighting, codeTheme } from './code-theme.ts';
import { editorPhrases } from './editor-phrases.ts';
import { type CodePosition, type HooksProblem, offsetOf } from './problems.ts';

export interface CodeProblem {
  kind: HooksProblem['kind'];
  position: CodePosition | null;
  message: string;
}

interface CodeEditorProps {
  text: string;
  editable: boolean;
  problems: readonly CodeProblem[];
  /** Set while the editor is mounted. */
  view: RefObject<EditorView | null>;
  /** The accessible name; that of the hooks file by default. */
  label?: string;
  /** Id of the describing element. */
  describedBy: string;
  /** The language and its extensions; JavaScript by default. Must stay the same object. */
  language?: Extension;
  onChange(text: string): void;
  onSave(): void;
}

/** After Escape, Tab moves the focus instead of indenting, until another key is pressed or for this many milliseconds. */
const tabFocusMs = 60_000;

function enableTabFocus(view: EditorView): boolean {
  view.setTabFocusMode(tabFocusMs);
  return true;
}

/** A CodeMirror editor for source code. `text` is controlled: a value that differs from the document replaces it. */
export function CodeEditor({
  text,
  editable,
  problems,
  view,
  label,
  describedBy,
  language = javascriptLanguage,
  onChange,
  onSave,
}: CodeEditorProps) {
  const { t } = useTranslation('protocols');
  const container = useRef<HTMLDivElement>(null);
  const initialText = useEffectEvent(() => text);
  const notifyChange = useEffectEvent(onChange);
  const saveText = useEffectEvent(() => {
    onSave();
    return true;
  });
  useLayoutEffect(() => {
    if (!container.current) return;
    const editor = new EditorView({
      parent: container.current,
      doc: initialText(),
      extensions: [
        EditorView.cspNonce.of(styleNonce),
        EditorState.readOnly.of(!editable),
        EditorState.phrases.of(editorPhrases(t)),
        EditorView.contentAttributes.of({
          'aria-label': label ?? t('hooks.file'),
          'aria-describedby': describedBy,
          // axe does not count `contenteditable` as focusable.
          tabindex: '0',
        }),
        lineNumbers(),
        lintGutter(),
        highlightSpecialChars(),
        history(),
        indentUnit.of('  '),
        indentOnInput(),
        bracketMatching(),
        highlightSelectionMatches(),
        search(),
        language,
        syntaxHighlighting(codeHighlighting),
        codeTheme,
        keymap.of([
          { key: 'Mod-s', run: () => saveText() },
          { key: 'Alt-s', run: () => saveText() },
          { key: 'F8', run: nextDiagnostic },
          ...searchKeymap,
          { key: 'Escape', run: enableTabFocus },
          ...historyKeymap,
          indentWithTab,
          ...defaultKeymap,
        ]),
        EditorView.updateListener.of(({ docChanged, state }) => docChanged && notifyChange(state.doc.toString())),
      ],
    });
    view.current = editor;
    return () => {
      view.current = null;
      editor.destroy();
    };
  }, [view, editable, label, describedBy, language, t]);
  // A layout effect, so that no keystroke arrives between the render and the comparison with the document.
  useLayoutEffect(() => {
    const doc = view.current?.state.doc;
    if (doc && doc.toString() !== text)
      view.current?.dispatch({ changes: { from: 0, to: doc.length, insert: text }, selection: { anchor: 0 } });
  }, [view, text]);
  useEffect(() => {
    const state = view.current?.state;
    if (!state) return;
    const diagnostics = problems.flatMap(({ kind, position, message }): Diagnostic[] => {
      if (!position) return [];
      const from = offsetOf(state.doc, position);
      return [{ from, to: state.doc.lineAt(from).to, severity: kind === 'failed' ? 'error' : 'warning', message }];
    });
    view.current?.dispatch(setDiagnostics(state, diagnostics));
  }, [view, problems]);
  return <div ref={container} className={styles.code} />;
}
