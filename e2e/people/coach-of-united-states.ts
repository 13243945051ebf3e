import { expect, type Page } from '@playwright/test'
import { goToNextSignUpStep, type Coach } from './coach.ts'
import { createTranslator } from '../screens/messages.ts'

/** Survey answers for the form, in the language of a locale. */
export const getSurveyTexts = (locale: string) => {
  const language = locale.startsWith('es') ? 'es' : 'en'
  return {
    age: '18-24',
    job: language === 'es' ? 'Docente' : 'School Teacher',
    where: 'Street Soccer USA',
    // The browser's name of the language.
    language: language === 'es' ? 'español' : 'English',
  }
}

/** Fills the visible sign-up form of the United States, with survey answers and both optional consents. */
export const fillShownSignUp = async (page: Page, { locale, email, password }: Coach): Promise<void> => {
  const t = createTranslator(locale)
  await page.getByLabel(t('signUp.firstName'), { exact: true }).fill('Marta')
  await page.getByLabel(t('signUp.lastName'), { exact: true }).fill('da Silva')
  await page.getByLabel(t('signUp.email'), { exact: true }).fill(email)
  await goToNextSignUpStep(page, locale)
  const answers = getSurveyTexts(locale)
  await page.getByLabel(t('surveyProfile.age'), { exact: true }).selectOption(answers.age)
  await page.getByLabel(t('surveyProfile.job'), { exact: true }).selectOption(answers.job)
  await page.getByLabel(t('surveyProfile.where'), { exact: true }).selectOption(answers.where)
  await page.getByLabel(t('surveyProfile.language'), { exact: true }).selectOption(answers.language)
  const ownJobLabel = t('form.optionalLabel', { label: t('surveyProfile.jobOwn') })
  await page.getByLabel(ownJobLabel).fill('Physical education')
  for (const name of ['workFrom', 'sportType', 'youngFemale', 'mktChannel']) {
    await page.locator(`select[name="${name}"]`).selectOption({ index: 1 })
  }
  await page.getByLabel(t('signUp.numberOfPeople')).fill('24')
  await goToNextSignUpStep(page, locale)
  await page.getByLabel(t('signUp.password'), { exact: true }).fill(password)
  await page.getByLabel(t('signUp.ageOrPermission')).check()
  await page.getByLabel(t('signUp.emailConsent')).check()
  await page.getByLabel(t('signUp.partnerConsent')).check()
}

/** Opens the sign-up form by its address and fills it. */
export const fillSignUp = async (page: Page, coach: Coach): Promise<void> => {
  await page.goto(`/${coach.locale}/sign-up`)
  await fillShownSignUp(page, coach)
}

/** Sends the form. The coach is then signed in, on the first page of the locale's coaches. */
export const submitSignUp = async (page: Page, { locale }: Coach): Promise<void> => {
  const t = createTranslator(locale)
  await page.getByRole('button', { name: t('signUp.submit') }).click()
  const landing = locale === 'es-US' ? 'courseSlug' : 'coursesHomeSlug'
  await expect(page).toHaveURL(new RegExp(`/${locale}/${t(landing)}$`))
}
