/** Mantine's theme, built on the tokens of tokens.css. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const shades = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const shadesOf = (name: string) => shades.map((shade) => `var(--${name}-${shade})`) as unknown as MantineColorsTuple;

export const theme = createTheme({
  colors: { felt: shadesOf('felt'), brass: shadesOf('brass'), ox: shadesOf('ox'), dark: shadesOf('dark') },
  primaryColor: 'felt',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  cursorType: 'default',
  fontFamily: 'var(--font-body)',
  fontFamilyMonospace: 'var(--font-mono)',
  headings: { fontFamily: 'var(--font-title)', fontWeight: '600' },
  defaultRadius: 'var(--r2)',
  respectReducedMotion: true,
});

/** For people whose system asks for less motion, but who want it here. */
export const fullMotionTheme = { ...theme, respectReducedMotion: false };

/** Maps Mantine's variables to the tokens, so that its components match both themes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-color-body': 'var(--wall)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-2)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-default': 'var(--raised)',
    '--mantine-color-default-hover': 'var(--paper)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--edge)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-error': 'var(--ox-text)',
    '--mantine-color-anchor': 'var(--link)',
    '--mantine-color-disabled': 'var(--sunk)',
    '--mantine-color-disabled-color': 'var(--ink-3)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-primary-color-contrast': 'var(--on-felt)',
    '--mantine-primary-color-filled': 'var(--felt)',
    '--mantine-primary-color-filled-hover': 'var(--felt-hover)',
    '--mantine-primary-color-light': 'var(--felt-soft)',
    '--mantine-primary-color-light-color': 'var(--felt-text)',
  },
  light: {},
  dark: {},
});
