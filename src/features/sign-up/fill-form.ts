import type { SignUpTexts } from './sign-up-draft.ts'

/** Puts texts into the fields of a form that nobody has touched yet. */
export const fillForm = (form: HTMLFormElement, texts: SignUpTexts): void => {
  for (const field of form.elements) {
    const text = texts[field.getAttribute('name') ?? '']
    if (text === undefined) continue
    if (field instanceof HTMLInputElement || field instanceof HTMLSelectElement) field.value = text
  }
}
