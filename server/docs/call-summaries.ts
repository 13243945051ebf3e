import type { CallName } from '../../src/contract/product-api.ts'

/** What each call does, for the API document. Not in the contract, because phones would download it. */
export const callSummaries: Record<CallName, string> = {
  csrfCookie: 'Sets the XSRF-TOKEN cookie and returns its value; every POST repeats it as X-XSRF-TOKEN.',
  login: 'Exchanges an identity token for a product session of 30 days in an HttpOnly cookie.',
  logout: 'Ends the product session of this browser.',
  tokenValidation: 'Whether an access token is still valid; false when it is absent.',
  resetTokens: 'Ends every product session of the customer of an access token.',
  mySignIns: 'Where the customer is signed in, the last used first.',
  endSignIns:
    'Ends sign-ins on other devices: their sessions, and what their tokens allow. Ignores the current one.',
  storageIdentity: 'Returns an identity of the identity pool for a coach of the loyalty provider.',
  openAdminPages:
    'Lets an admin who has a second factor use the admin pages for 12 hours. For a user pool, the pool says whether the account has one; a coach of the loyalty provider proves it by a code.',
  createAuthenticator:
    'Returns the key of a new authenticator app for an admin of the loyalty provider. The token must come from a recent sign-in, for which the admin has just entered the password.',
  confirmAuthenticator:
    'Checks the first code of a new authenticator app. From then on, the admin pages ask for its codes.',
  deleteAuthenticator:
    'Removes the authenticator app of an admin who has used it in this session. The token must come from a recent sign-in.',
  loyaltySignUp: 'Creates a profile at the loyalty provider; the response is the provider’s.',
  loyaltyLogin: 'Signs in at the loyalty provider; the response is the provider’s.',
  customers: 'Stores what a coach entered at sign-up; `token` is the user id.',
  getCustomer: 'Finds the customer of an identity token, or creates it.',
  checkCustomer: 'Called after sign-in: whether the customer of an access token is known and registered.',
  saveImpact: 'Stores how many people the coach reaches. The newest entry is valid.',
  getImpact:
    'How many people the coach reaches, or null if not entered since sign-up; and the same for each season.',
  newFields: 'Stores further fields of a customer. The newest value of each is valid.',
  events: 'Records an event; 1 is a sign-in and 2 a sign-up.',
  saveEvents: 'Records an event, exactly like /api/events.',
  saveModulesEvents: 'Records what a coach did with a module or its video.',
  saveAnswers:
    "Stores the answers to a video module's survey. The answers captured last replace earlier ones.",
  getAnswers: "The answers to a video module's survey, or null.",
  saveExtraAnswers:
    "Stores the answers to an extra module's survey. The answers captured last replace earlier ones.",
  getExtraAnswers: "The answers to an extra module's survey, or null.",
  checkSurvey: "Whether a video module's survey was answered.",
  export: 'The answers of a country as CSV (`?country=BR`), for admins.',
  saveProgress:
    'Stores which segments of a video were watched, or that a text was read to its end. Segments of all devices are merged.',
  statusSurvey: "The coach's progress: answered surveys, completed modules, and the progress in each module.",
  checkCertificate: 'Requests the certificate of a course: issued when every module is complete.',
  checkCertificate2: 'Returns whether the certificate of a course was issued. Does not issue one.',
  checkFifaCertificate: 'Requests the certificate of a football course.',
  nameCertificate:
    'Sets the name and the language of the certificate of a course. A certificate that was issued in another name is replaced, and its number becomes invalid.',
  verifyCertificate: 'Whether a number belongs to a certificate, and its content.',
  deliverEntries:
    'Delivers several outbox entries in order, as their own calls would. Returns a result for each entry. The result is null if the entry was not tried, because an entry that it follows was not stored or because a time or rate limit was reached.',
  receiptKeys: 'The public Ed25519 keys for checking receipts, including older keys.',
  hasEntry: 'Whether the server has the entry of a receipt now.',
  rescueEntry:
    'Delivers an entry of a rescue file in the name of its customer. A repeated call has no effect.',
  syncReport:
    'Stores which entries wait on a device, and the rows of its log since the last acknowledged one.',
  syncUploads: 'Replaces the totals of a device: how often its uploads ended, paused or were repeated.',
  erasedCustomers: 'Tells a shared device which of its other customers have deleted their accounts.',
  syncDevices: 'Lists devices with the number of entries that they have not sent.',
  syncDevice: 'One device with its customers, its gaps and its log, newest first.',
  syncVersions: 'The versions of the app that devices run.',
  syncOverview: 'Counts devices by kind: how many the list would show with one more filter.',
  syncExport: 'The devices of a filter as CSV.',
  appHealth: 'Counts errors, slowness and upload outcomes of a device. Stores no customer data.',
  appHealthOverview:
    'How fast the pages of the app are on devices, and the errors that devices reported last.',
  programme: 'The totals of the programme in a season, and the list of all seasons.',
  programmeAnswers: 'How often each option of a module was chosen in a season.',
  programmeTexts: 'The free-text answers to a question, newest first, a page at a time, without names.',
  roles: 'The customers with a role, and the last changes of roles.',
  giveRole:
    'Gives a customer a role, or takes it: the role `coach`. The last manager and those of an operator keep theirs.',
  programmeExport: 'Every total, and the answers of each country, as CSV in one zip.',
  myData: 'Everything that the database holds of the customer, table by table.',
  eraseAccount:
    'Deletes the account of an access token and everything stored about it. The token must come from a recent sign-in, for which the coach has just entered the password.',
  eraseCustomer:
    'Deletes the account of a customer and everything stored about it, on behalf of an admin. Not that of a manager.',
}
