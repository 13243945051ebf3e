import { loyalty, type SourceId, type SourceLanguage } from '../../src/config/loyalty.ts'

const words: Record<SourceLanguage, { subject: string; text: (token: string) => string }> = {
  en: {
    subject: 'Reset your password',
    text: (token) =>
      `Hello! Your code for a new Breaking Barriers password is ${token}. It is valid for 1 hour.\n\nIf you did not ask for a new password, you can ignore this message.`,
  },
  es: {
    subject: 'Restablece tu contraseña',
    text: (token) =>
      `¡Hola! Tu código para restablecer la contraseña de Breaking Barriers es ${token}. Es válido durante 1 hora.\n\nSi no pediste una nueva contraseña, ignora este mensaje.`,
  },
}

/** The e-mail with a reset token, in the language of the source that asked for it. */
export const composeResetEmail = (sourceId: SourceId, token: string) => {
  const language: SourceLanguage = sourceId === loyalty.sourceIds.es ? 'es' : 'en'
  const { subject, text } = words[language]
  return { subject, text: text(token), language, code: token }
}
