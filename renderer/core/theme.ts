import { useMediaQuery } from '@mantine/hooks';
import { useApp } from './context.tsx';

/** The theme of the window: chosen in the settings (settings/Appearance.tsx), or else the system's. */
export function useTheme(): 'light' | 'dark' {
  const themeSetting = useApp((app) => app.settings.theme);
  const systemDark = useMediaQuery('(prefers-color-scheme: dark)', undefined, { getInitialValueInEffect: false });
  return themeSetting === 'system' ? (systemDark ? 'dark' : 'light') : themeSetting;
}
