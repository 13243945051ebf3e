import type { EmailLanguage } from '../shared/settings.ts'

/**
 * The use of a code: confirming a new account, resetting a password, the second factor of a sign-in, or the
 * temporary password of an account that an admin created. `sandbox/user-pool` creates the codes and limits
 * how long they are valid.
 */
export type CodePurpose = 'confirmation' | 'reset' | 'sign-in' | 'invitation'

type EmailTemplate = { subject: string; text: (code: string) => string }

const templates: Record<EmailLanguage, Record<CodePurpose, EmailTemplate>> = {
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
    'sign-in': {
      subject: 'Seu código de acesso',
      text: (code) =>
        `Olá! Seu código de acesso ao Quebrando Barreiras é ${code}. Ele vale apenas para este acesso.\n\nSe não foi você, altere sua senha.`,
    },
    invitation: {
      subject: 'Sua conta no Quebrando Barreiras',
      text: (code) =>
        `Olá! Criamos uma conta para você no Quebrando Barreiras. Entre com este endereço de e-mail e a senha temporária ${code} em até 7 dias.`,
    },
  },
  en: {
    confirmation: {
      subject: 'Confirm your email address',
      text: (code) =>
        `Hello! Your Breaking Barriers confirmation code is ${code}. It is valid for 24 hours.\n\nIf you did not create an account, you can ignore this message.`,
    },
    reset: {
      subject: 'Reset your password',
      text: (code) =>
        `Hello! Your code for a new Breaking Barriers password is ${code}. It is valid for 1 hour.\n\nIf you did not ask for a new password, you can ignore this message.`,
    },
    'sign-in': {
      subject: 'Your sign-in code',
      text: (code) =>
        `Hello! Your Breaking Barriers sign-in code is ${code}. It is valid only for this sign-in.\n\nIf this was not you, change your password.`,
    },
    invitation: {
      subject: 'Your Breaking Barriers account',
      text: (code) =>
        `Hello! You have a new Breaking Barriers account. Sign in with this email address and the temporary password ${code} within 7 days.`,
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
    'sign-in': {
      subject: 'Tu código de acceso',
      text: (code) =>
        `¡Hola! Tu código de acceso a Rompiendo barreras es ${code}. Solo es válido para este acceso.\n\nSi no fuiste tú, cambia tu contraseña.`,
    },
    invitation: {
      subject: 'Tu cuenta de Rompiendo barreras',
      text: (code) =>
        `¡Hola! Creamos una cuenta para ti en Rompiendo barreras. Inicia sesión con este correo electrónico y la contraseña temporal ${code} en un plazo de 7 días.`,
    },
  },
  'es-AR': {
    confirmation: {
      subject: 'Confirmá tu correo electrónico',
      text: (code) =>
        `¡Hola! Tu código de confirmación de Rompiendo barreras es ${code}. Es válido durante 24 horas.\n\nSi no creaste una cuenta, ignorá este mensaje.`,
    },
    reset: {
      subject: 'Restablecé tu contraseña',
      text: (code) =>
        `¡Hola! Tu código para restablecer la contraseña de Rompiendo barreras es ${code}. Es válido durante 1 hora.\n\nSi no pediste una nueva contraseña, ignorá este mensaje.`,
    },
    'sign-in': {
      subject: 'Tu código de acceso',
      text: (code) =>
        `¡Hola! Tu código de acceso a Rompiendo barreras es ${code}. Solo es válido para este acceso.\n\nSi no fuiste vos, cambiá tu contraseña.`,
    },
    invitation: {
      subject: 'Tu cuenta de Rompiendo barreras',
      text: (code) =>
        `¡Hola! Creamos una cuenta para vos en Rompiendo barreras. Iniciá sesión con este correo electrónico y la contraseña temporal ${code} en un plazo de 7 días.`,
    },
  },
}

/** Composes the email with a code. Its text states a lifetime, which the sender of the code must enforce. */
export const composeCodeEmail = (language: EmailLanguage, purpose: CodePurpose, code: string) => {
  const { subject, text } = templates[language][purpose]
  return { subject, text: text(code), language, code }
}
