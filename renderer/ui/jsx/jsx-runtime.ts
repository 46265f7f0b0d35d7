/** JSX of the window. The compiler imports it wherever a source has an element (vite.config.ts). */
import { jsx as createElement, jsxs as createElements, Fragment } from 'react/jsx-runtime';
import { shownProps } from './shown-props.ts';

export { Fragment };

export const jsx: typeof createElement = (type, props, key) => createElement(type, shownProps(props), key);
export const jsxs: typeof createElements = (type, props, key) => createElements(type, shownProps(props), key);
