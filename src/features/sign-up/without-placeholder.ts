/** Texts of select boxes that mean "nothing chosen yet" (specification §5). */
const placeholders = new Set([
  'Select your job role',
  'Selecione sua profissão',
  'Selecioná uno',
  'Selecione o país',
  'Select the country',
  'Seleccione uno',
  'Selecione um',
  'Select one',
  'Selecciona uno',
])

/** The chosen text, or '' if it is only a placeholder. */
export const withoutPlaceholder = (text: string): string => {
  const chosen = text.trim()
  return placeholders.has(chosen) ? '' : chosen
}
