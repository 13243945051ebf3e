import { CountryField } from '../../person/form/country-field.tsx'
import { PartnerField } from '../../person/form/partner-field.tsx'
import { PeopleField } from '../../person/form/people-field.tsx'
import { RegistrationSelect } from '../../person/form/registration-select.tsx'

/** The coach's job and organisation. */
export const RoleFields = () => (
  <>
    <RegistrationSelect question="job" />
    <PartnerField />
  </>
)

/** Where and with whom the coach works. */
export const WorkFields = () => (
  <>
    <CountryField />
    <RegistrationSelect question="sportType" />
    <PeopleField />
    <RegistrationSelect question="youngFemale" />
    <RegistrationSelect question="mktChannel" />
  </>
)
