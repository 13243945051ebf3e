import {
  localeCodes,
  locales,
  type Locale,
  type LocaleCode,
  type PoolName,
} from '../../src/config/locales.ts'

type Email = { emailSubject: string; emailBody: string }

/** The emails of a pool. Cognito fills in `{####}` and `{username}`. */
type PoolEmails = {
  /** The name that the emails show as their sender: the name of the site. */
  sender: string
  /** Contains a code. Cognito uses the same text for new accounts and for new passwords. */
  code: Email
  /** Contains the temporary password of an account that an operator has created. `url` is the sign-in form. */
  invitation: (url: string) => Email
}

const spanish: PoolEmails = {
  sender: 'Rompiendo barreras',
  code: {
    emailSubject: 'Tu código de Rompiendo barreras',
    emailBody: '¡Hola! Tu código de Rompiendo barreras es {####}. Si no lo pediste, ignora este mensaje.',
  },
  invitation: (url) => ({
    emailSubject: 'Tu cuenta de Rompiendo barreras',
    emailBody: `¡Hola! Creamos una cuenta para ti en Rompiendo barreras. Inicia sesión en ${url} con el correo electrónico {username} y la contraseña temporal {####} en un plazo de 7 días. Después eliges tu propia contraseña.`,
  }),
}

const emailsByLanguage: Record<Locale['language'], PoolEmails> = {
  pt: {
    sender: 'Quebrando Barreiras',
    code: {
      emailSubject: 'Seu código do Quebrando Barreiras',
      emailBody:
        'Olá! Seu código do Quebrando Barreiras é {####}. Se não foi você que pediu, ignore esta mensagem.',
    },
    invitation: (url) => ({
      emailSubject: 'Sua conta do Quebrando Barreiras',
      emailBody: `Olá! Criamos uma conta para você no Quebrando Barreiras. Entre em ${url} com o e-mail {username} e a senha temporária {####} em até 7 dias. Depois, você escolhe sua própria senha.`,
    }),
  },
  en: {
    sender: 'Breaking Barriers',
    code: {
      emailSubject: 'Your Breaking Barriers code',
      emailBody:
        'Hello! Your Breaking Barriers code is {####}. If you did not ask for it, you can ignore this message.',
    },
    invitation: (url) => ({
      emailSubject: 'Your Breaking Barriers account',
      emailBody: `Hello! We have created an account for you at Breaking Barriers. Sign in at ${url} with the email address {username} and the temporary password {####} within 7 days. You will then choose your own password.`,
    }),
  },
  es: spanish,
}

/** The emails of locales that address people in another way than their language does. */
const emailsByLocale: Partial<Record<LocaleCode, PoolEmails>> = {
  'es-AR': {
    ...spanish,
    code: {
      ...spanish.code,
      emailBody: '¡Hola! Tu código de Rompiendo barreras es {####}. Si no lo pediste, ignorá este mensaje.',
    },
    invitation: (url) => ({
      ...spanish.invitation(url),
      emailBody: `¡Hola! Creamos una cuenta para vos en Rompiendo barreras. Iniciá sesión en ${url} con el correo electrónico {username} y la contraseña temporal {####} en un plazo de 7 días. Después elegís tu propia contraseña.`,
    }),
  },
}

/** Returns the emails of a pool, as its country addresses people. `domain` is the domain of the site. */
export const createPoolEmails = (name: PoolName, domain: string) => {
  const localeOfPool = localeCodes.find((code) => {
    const { auth } = locales[code]
    return auth.kind === 'user-pool' && auth.pool === name
  })
  if (!localeOfPool) throw new Error(`No locale signs in at the user pool ${name}.`)
  const emails = emailsByLocale[localeOfPool] ?? emailsByLanguage[locales[localeOfPool].language]
  return { ...emails, invitation: emails.invitation(`https://${domain}/${localeOfPool}/login`) }
}
