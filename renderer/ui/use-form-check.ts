import { useState } from 'react';
import { flushSync } from 'react-dom';

interface FormCheck {
  /** The button was pressed: fields show what is wrong with them. */
  checked: boolean;
  /** Called when the button is pressed. If the form isn't valid, the first wrong field gets the focus. Returns `isValid`. */
  check(form: HTMLElement, isValid: boolean): boolean;
}

/** Forms can always be submitted, which shows the reasons beside the fields. */
export function useFormCheck(): FormCheck {
  const [checked, setChecked] = useState(false);
  return {
    checked,
    check(form, isValid) {
      flushSync(() => setChecked(true));
      if (!isValid) form.querySelector<HTMLElement>('[aria-invalid="true"], [data-error] input')?.focus();
      return isValid;
    },
  };
}
