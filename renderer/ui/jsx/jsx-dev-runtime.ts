/** The same as jsx-runtime.ts in development, with the places of elements in the sources. */
import { jsxDEV as createElement, Fragment } from 'react/jsx-dev-runtime';
import { shownProps } from './shown-props.ts';

export { Fragment };

export const jsxDEV: typeof createElement = (type, props, ...rest) => createElement(type, shownProps(props), ...rest);
