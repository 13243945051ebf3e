import { useTranslate } from '../../i18n/use-translate.ts'
import { ThemeField, type ThemeFieldProps } from '../../ui/form/theme-field.tsx'
import { ProfileSection } from './profile-section.tsx'

/** The theme of this device, which is not part of the account. */
export const AppearanceCard = ({ theme }: { theme: ThemeFieldProps }) => {
  const t = useTranslate()
  return (
    <ProfileSection id="appearance" title={t('theme.title')}>
      <ThemeField {...theme} />
    </ProfileSection>
  )
}
