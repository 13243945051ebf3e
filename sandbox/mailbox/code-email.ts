import type { Locale } from '../../src/config/locales.ts'

type Language = Locale['language']
/**
 * The use of a code: confirming a new account, or resetting a password. `sandbox/user-pool/code-sender.ts`
 * creates the codes and limits how long they are valid.
 */
export type CodePurpose = 'confirmation' | 'reset'
type EmailTemplate = { subject: string; text: (code: string) => string }

const templates: Record<Language, Record<CodePurpose, EmailTemplate>> = {
  pt: {
    confirmation: {
      subject: 'Confirme seu e-mail',
      text: (code) =>
        `Olá! Seu código de confirmação do Quebrando Barreiras é ${code}. Ele vale por 24 horas.\n\nSe você não criou uma conta, ignore esta mensagem.`,
    },
    reset: {
      subject: 'Redefina sua senha',
      text: (code) =>
        `Olá! Seu código para redefinir a senha do Quebrando Barreiras é ${code}. Ele vale por 1 hora.\n\nSe você não pediu uma nova senha, ignore esta mensagem.`,
    },
  },
  en: {
    confirmation: {
      subject: 'Confirm your e-mail address',
      text: (code) =>
        `Hello! Your Breaking Barriers confirmation code is ${code}. It is valid for 24 hours.\n\nIf you did not create an account, you can ignore this message.`,
    },
    reset: {
      subject: 'Reset your password',
      text: (code) =>
        `Hello! Your code for a new Breaking Barriers password is ${code}. It is valid for 1 hour.\n\nIf you did not ask for a new password, you can ignore this message.`,
    },
  },
  es: {
    confirmation: {
      subject: 'Confirma tu correo electrónico',
      text: (code) =>
        `¡Hola! Tu código de confirmación de Rompiendo barreras es ${code}. Es válido durante 24 horas.\n\nSi no creaste una cuenta, ignora este mensaje.`,
    },
    reset: {
      subject: 'Restablece tu contraseña',
      text: (code) =>
        `¡Hola! Tu código para restablecer la contraseña de Rompiendo barreras es ${code}. Es válido durante 1 hora.\n\nSi no pediste una nueva contraseña, ignora este mensaje.`,
    },
  },
}

/** Composes the email with a code. Its text states a lifetime, which the sender of the code must enforce. */
export const composeCodeEmail = (language: Language, purpose: CodePurpose, code: string) => {
  const { subject, text } = templates[language][purpose]
  return { subject, text: text(code), language, code }
}
