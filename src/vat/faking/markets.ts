import type { VatCountry } from '../vat-numbers/draw-vat-number.ts';

/** Company data of one country. Company names are fictitious; `*` is a placeholder for a name. */
export interface Market {
  /** ISO code. */
  readonly country: VatCountry;
  /** Cities, each with one of its actual post codes. */
  readonly cities: readonly (readonly [city: string, postCode: string])[];
  /** `#` is a placeholder for the house number, which is not at the end everywhere. */
  readonly streets: readonly string[];
  readonly houses: readonly string[];
  readonly companies: readonly string[];
  /**
   * E.164 up to the generated digits: ranges reserved for fiction in Germany and France, elsewhere subscriber numbers
   * that begin with zero or area codes that do not exist, so that the numbers never reach a real person.
   */
  readonly phone: readonly [prefix: string, digits: number];
  readonly firstNames: readonly string[];
  /** Last names that do not vary by gender. */
  readonly lastNames: readonly string[];
}

const places = (postCodes: Readonly<Record<string, string>>): Market['cities'] => Object.entries(postCodes);

export const MARKETS: readonly Market[] = [
  {
    country: 'DE',
    cities: places({ Berlin: '10115', Hamburg: '20095', München: '80331', Köln: '50667', Leipzig: '04109' }),
    streets: ['Industriestraße #', 'Hafenstraße #', 'Am Autohof #', 'Bahnhofstraße #'],
    houses: ['Kranichfeld', 'Nordtor', 'Lindenring', 'Elbblick', 'Sonnwald'],
    companies: ['Autohaus * GmbH', '* Automobile GmbH', '* Fahrzeughandel GmbH & Co. KG'],
    phone: ['+493023125', 3],
    firstNames: ['Anna', 'Jonas', 'Katrin', 'Lukas', 'Sabine', 'Tobias'],
    lastNames: ['Becker', 'Hoffmann', 'Krüger', 'Schäfer', 'Vogt', 'Winkler'],
  },
  {
    country: 'FR',
    cities: places({ Paris: '75011', Lyon: '69003', Marseille: '13002', Lille: '59000', Bordeaux: '33000' }),
    streets: ["# rue de l'Industrie", '# avenue de la Gare', '# rue des Artisans', '# boulevard du Port'],
    houses: ['Beauvallon', 'Clairmont', 'Grand Pré', 'Hautes Rives', 'Valdoré'],
    companies: ['Garage * SARL', 'Automobiles * SAS', '* Négoce Auto SAS'],
    phone: ['+3319900', 4],
    firstNames: ['Camille', 'Élodie', 'Julien', 'Mathieu', 'Nathalie', 'Thomas'],
    lastNames: ['Bernard', 'Dubois', 'Fournier', 'Lefèvre', 'Moreau', 'Rousseau'],
  },
  {
    country: 'IT',
    cities: places({ Milano: '20121', Torino: '10121', Bologna: '40121', Verona: '37121', Roma: '00184' }),
    streets: ["Via dell'Industria #", 'Via Emilia #', "Via dell'Artigianato #", 'Viale della Stazione #'],
    houses: ['Collechiaro', 'Monteverdi', 'Pratolungo', 'Rivabella', 'Tre Archi'],
    companies: ['* Auto S.r.l.', 'Autosalone * S.r.l.', '* Motori S.p.A.'],
    phone: ['+39020', 7],
    firstNames: ['Alessia', 'Chiara', 'Davide', 'Federica', 'Luca', 'Matteo'],
    lastNames: ['Bianchi', 'Conti', 'Ferrari', 'Gallo', 'Marini', 'Ricci'],
  },
  {
    country: 'PL',
    cities: places({ Poznań: '61-701', Warszawa: '00-020', Kraków: '31-011', Wrocław: '50-106', Gdańsk: '80-831' }),
    streets: ['ul. Przemysłowa #', 'ul. Składowa #', 'ul. Dworcowa #', 'ul. Motorowa #'],
    houses: ['Bursztyn', 'Orlik', 'Srebrny Most', 'Wartapol', 'Zielony Las'],
    companies: ['Autohandel * Sp. z o.o.', '* Auto Import Sp. z o.o.', 'Auto Centrum * S.A.'],
    phone: ['+48220', 6],
    firstNames: ['Agnieszka', 'Katarzyna', 'Łukasz', 'Marek', 'Paweł', 'Zofia'],
    lastNames: ['Kaczmarek', 'Kowalczyk', 'Mazur', 'Nowak', 'Woźniak', 'Wójcik'],
  },
  {
    country: 'NL',
    cities: places({
      Rotterdam: '3011 AD',
      Utrecht: '3511 AX',
      Eindhoven: '5611 AZ',
      Zwolle: '8011 PK',
      Amsterdam: '1012 JS',
    }),
    streets: ['Industrieweg #', 'Handelsweg #', 'Havenstraat #', 'Stationsweg #'],
    houses: ['Duinzicht', 'Kromme Dijk', 'Lage Polder', 'Vierlinden', 'Zuiderhaven'],
    companies: ['Autobedrijf * B.V.', '* Automotive B.V.', '* Auto Export B.V.'],
    phone: ['+31200', 6],
    firstNames: ['Anouk', 'Bram', 'Daan', 'Femke', 'Lotte', 'Sander'],
    lastNames: ['Bakker', 'de Boer', 'Jansen', 'Mulder', 'van Dijk', 'Visser'],
  },
  {
    country: 'BE',
    cities: places({ Antwerpen: '2000', Gent: '9000', Brugge: '8000', Leuven: '3000', Hasselt: '3500' }),
    streets: ['Industrielaan #', 'Havenlaan #', 'Nijverheidsstraat #', 'Stationsstraat #'],
    houses: ['De Drie Torens', 'Kempenhof', 'Leieboord', 'Scheldezicht', 'Vlasakker'],
    companies: ['Garage * BV', '* Motors BV', '* Autohandel NV'],
    phone: ['+3220', 6],
    firstNames: ['Arne', 'Elke', 'Jef', 'Lien', 'Pieter', 'Sofie'],
    lastNames: ['Claes', 'De Smet', 'Maes', 'Peeters', 'Vermeulen', 'Wouters'],
  },
  {
    country: 'AT',
    cities: places({ Wien: '1010', Graz: '8010', Linz: '4020', Salzburg: '5020', Innsbruck: '6020' }),
    streets: ['Industriestraße #', 'Bahnhofstraße #', 'Donaulände #', 'Handelskai #'],
    houses: ['Almquell', 'Donauwinkel', 'Silberhorn', 'Steinfeldhof', 'Weinberg'],
    companies: ['Autohaus * GmbH', '* KFZ-Handel GmbH', '* Automobile GmbH & Co KG'],
    phone: ['+4310', 6],
    firstNames: ['Birgit', 'Florian', 'Lena', 'Markus', 'Stefan', 'Theresa'],
    lastNames: ['Bauer', 'Gruber', 'Hofer', 'Moser', 'Pichler', 'Steiner'],
  },
  {
    country: 'ES',
    cities: places({ Madrid: '28013', Barcelona: '08002', Valencia: '46002', Sevilla: '41001', Bilbao: '48001' }),
    streets: ['Calle de la Industria, #', 'Avenida del Puerto, #', 'Calle Mayor, #', 'Polígono Norte, nave #'],
    houses: ['Costa Clara', 'El Mirador', 'Montalbo', 'Río Verde', 'Tres Caminos'],
    companies: ['Automóviles * S.L.', '* Motor S.L.', 'Talleres * S.L.'],
    phone: ['+34400', 6],
    firstNames: ['Álvaro', 'Carmen', 'Javier', 'Lucía', 'Marta', 'Sergio'],
    lastNames: ['Domínguez', 'García', 'Iglesias', 'Navarro', 'Ortega', 'Serrano'],
  },
  {
    country: 'GR',
    cities: places({ Athina: '105 57', Thessaloniki: '546 24', Patra: '262 21', Volos: '382 21', Larisa: '412 22' }),
    streets: ['Leof. Kifisou #', 'Odos Ermou #', 'Odos Limanos #', 'Leof. Athinon #'],
    houses: ['Aigli', 'Galazio Kyma', 'Kastro', 'Meltemi', 'Olympos'],
    companies: ['* Aftokinita A.E.', '* Motors E.P.E.', 'Emporia Ochimaton * I.K.E.'],
    phone: ['+302100', 6],
    firstNames: ['Dimitris', 'Eleni', 'Giorgos', 'Katerina', 'Maria', 'Nikos'],
    lastNames: ['Alexiou', 'Georgiou', 'Ioannou', 'Nikolaou', 'Stefanou', 'Vasileiou'],
  },
];
