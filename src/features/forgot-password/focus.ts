/** As a ref: gives an input the focus when it appears. */
export const focus = (input: HTMLInputElement | null): void => input?.focus()
