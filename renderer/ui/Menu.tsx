import { Menu as MantineMenu } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './Menu.module.css';

export interface MenuItem {
  id: string;
  label: string;
  icon: ReactNode;
  /** Said after the label, e.g. how many are new. */
  note?: string | undefined;
  onSelect(): void;
  /** It moves the focus itself, which then doesn't return to the button. */
  movesFocus?: boolean;
}

interface MenuProps {
  items: readonly MenuItem[];
  /** The button that opens the menu. */
  children: ReactNode;
  position?: 'bottom-start' | 'bottom-end';
}

/** A button with a menu of actions. */
export function Menu({ items, children, position = 'bottom-end' }: MenuProps) {
  const [opened, setOpened] = useState(false);
  const [returnsFocus, setReturnsFocus] = useState(true);
  // A press in a board's frame reaches the window only as the loss of its focus.
  useEffect(() => {
    if (!opened) return;
    const close = () => setOpened(false);
    window.addEventListener('blur', close);
    return () => window.removeEventListener('blur', close);
  }, [opened]);
  return (
    <MantineMenu
      opened={opened}
      onChange={setOpened}
      onOpen={() => setReturnsFocus(true)}
      returnFocus={returnsFocus}
      position={position}
      offset={6}
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: styles.menu ?? '', item: styles.item ?? '' }}
    >
      <MantineMenu.Target>{children}</MantineMenu.Target>
      <MantineMenu.Dropdown>
        {items.map(({ id, label, icon, note, onSelect, movesFocus = false }) => (
          <MantineMenu.Item
            key={id}
            data-menu={id}
            leftSection={icon}
            onClick={() => {
              setReturnsFocus(!movesFocus);
              onSelect();
            }}
          >
            {label}
            {note && <span className={styles.note}>{note}</span>}
          </MantineMenu.Item>
        ))}
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}
