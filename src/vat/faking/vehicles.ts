export interface VehicleModel {
  readonly name: string;
  /**
   * Positions 4 to 9 of the VIN: the manufacturer's type code, with Z where European manufacturers leave a position
   * unused.
   */
  readonly descriptor: string;
}

export interface VehicleBrand {
  readonly name: string;
  /** World manufacturer identifier, positions 1 to 3. */
  readonly wmi: string;
  /** Letter of the plant, position 11. */
  readonly plant: string;
  readonly models: readonly VehicleModel[];
}

const models = (descriptors: Readonly<Record<string, string>>): readonly VehicleModel[] =>
  Object.entries(descriptors).map(([name, descriptor]) => ({ name, descriptor }));

export const BRANDS: readonly VehicleBrand[] = [
  {
    name: 'Volkswagen',
    wmi: 'WVW',
    plant: 'W',
    models: models({ Golf: 'ZZZCDZ', Passat: 'ZZZ3CZ', Polo: 'ZZZAWZ', 'ID.3': 'ZZZE1Z' }),
  },
  { name: 'Audi', wmi: 'WAU', plant: 'A', models: models({ A3: 'ZZZGYZ', A4: 'ZZZF4Z', A6: 'ZZZF2Z', Q5: 'ZZZFYZ' }) },
  { name: 'BMW', wmi: 'WBA', plant: 'N', models: models({ '320d': '5V7100', '520d': 'JC3100', X1: 'JG1100' }) },
  {
    name: 'Mercedes-Benz',
    wmi: 'W1K',
    plant: 'A',
    models: models({ 'A-Class': '177084', 'C-Class': '206041', 'E-Class': '213004' }),
  },
  {
    name: 'Porsche',
    wmi: 'WP0',
    plant: 'S',
    models: models({ '911': 'ZZZ99Z', Taycan: 'ZZZY1Z', Panamera: 'ZZZ97Z' }),
  },
  { name: 'Renault', wmi: 'VF1', plant: 'B', models: models({ Clio: 'RJA000', Captur: 'RJB000', Mégane: 'RFB000' }) },
  { name: 'Peugeot', wmi: 'VF3', plant: 'J', models: models({ '208': 'UPHNEK', '308': 'LBHZTX', '3008': 'MCYHZU' }) },
  { name: 'Fiat', wmi: 'ZFA', plant: 'J', models: models({ '500': '312000', Panda: '319000', Tipo: '356000' }) },
  { name: 'Škoda', wmi: 'TMB', plant: '0', models: models({ Octavia: 'JJ7NX0', Superb: 'AJ7NP0', Fabia: 'EP6PJ0' }) },
  { name: 'SEAT', wmi: 'VSS', plant: 'R', models: models({ Leon: 'ZZZKLZ', Ibiza: 'ZZZKJZ', Ateca: 'ZZZ5FZ' }) },
  { name: 'Volvo', wmi: 'YV1', plant: '1', models: models({ V60: 'ZWK5V1', XC40: 'XZK5V1', XC60: 'UZK5V1' }) },
  { name: 'Dacia', wmi: 'UU1', plant: 'U', models: models({ Duster: 'HJD000', Sandero: 'DJF000', Jogger: 'RJK000' }) },
];
