/** CodeMirror's styles in the window's colours. */
import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

export const codeTheme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '&.cm-focused': { outline: '2px solid var(--ring)', outlineOffset: '-2px' },
  '.cm-scroller': { font: '13px / 20px var(--font-mono)' },
  '.cm-content': { padding: 'var(--s2) 0', caretColor: 'var(--ink)' },
  '.cm-gutters': {
    borderRight: '1px solid var(--line)',
    backgroundColor: 'var(--sunk)',
    color: 'var(--ink-3)',
    userSelect: 'none',
  },
  '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--felt-soft)' },
  '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'var(--ox-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--brass-soft)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--edge)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--felt-soft)' },
  '.cm-specialChar': { color: 'var(--ox-text)' },
  '.cm-panels': { borderColor: 'var(--line)', backgroundColor: 'var(--paper)', color: 'var(--ink)' },
  '.cm-panel.cm-search': { padding: 'var(--s2) var(--s4)', font: 'var(--t-small) / 1.4 var(--font-body)' },
  '.cm-panel .cm-textfield, .cm-panel .cm-button': {
    border: '1px solid var(--edge)',
    borderRadius: 'var(--r1)',
    backgroundColor: 'var(--raised)',
    backgroundImage: 'none',
    color: 'var(--ink)',
    fontSize: 'inherit',
  },
  '.cm-tooltip': { border: '1px solid var(--line)', backgroundColor: 'var(--paper)', color: 'var(--ink)' },
  '.cm-diagnostic': { font: 'var(--t-small) / 1.4 var(--font-body)' },
});

export const codeHighlighting = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--ink-3)' },
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword], color: 'var(--plum-text)' },
  { tag: [tags.string, tags.regexp], color: 'var(--felt-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--brass-text)' },
  { tag: [tags.function(tags.variableName), tags.definition(tags.variableName)], color: 'var(--steel-text)' },
  { tag: tags.invalid, color: 'var(--ox-text)' },
]);
