import { scatter } from '#bench/measure/random.ts';

const pairs = (text: string): [string, string][] => text.split(', ').map((name) => name.split(' ') as [string, string]);

/** First and last names as customers type them, in several scripts. */
const names = pairs(
  'Asha Rao, Meenakshi Venkataraghavan, Imran Shaikh, Gurpreet Singh, Anita D’Souza, Lakshmi Iyer, Ravi Kumar, Sunita Devi, Arjun Reddy, Farah Khan, ' +
    'राकेश शर्मा, प्रिया सिंह, अनिता देवी, संजय गुप्ता, मीनाक्षी अय्यर, முருகன் செல்வம், கவிதா ராஜன், লক্ষ্মী মুখার্জি, সৌরভ গাঙ্গুলি, ' +
    'శ్రీనివాస్ రావు, ಲಕ್ಷ್ಮಿ ಗೌಡ, മീര നായർ, હેતલ પટેલ, ਹਰਪ੍ਰੀਤ ਕੌਰ, محمد عمران',
);

const places = [
  ['Bengaluru', 'Karnataka', 560_001],
  ['Chennai', 'Tamil Nadu', 600_004],
  ['Mumbai', 'Maharashtra', 400_050],
  ['New Delhi', 'Delhi', 110_019],
  ['Kolkata', 'West Bengal', 700_029],
  ['Hyderabad', 'Telangana', 500_034],
  ['Ahmedabad', 'Gujarat', 380_009],
  ['Kochi', 'Kerala', 682_016],
  ['Jaipur', 'Rajasthan', 302_004],
  ['Patna', 'Bihar', 800_001],
] as const;

const streets = ['MG Road', 'Station Road', 'गांधी नगर', '2nd Cross, Indiranagar', 'அண்ணா சாலை', 'Park Street', 'Sector 21'];

/** The phone number of customer `id`. */
export const phoneOf = (id: number): string => String(7_000_000_000 + id * 37);

/** The address of customer `id` (from 1), the same in every run. */
export function addressOf(id: number) {
  const [firstname, lastname] = names[scatter(id, names.length)] as [string, string];
  const [city, state, pincode] = places[scatter(id * 3, places.length)] as (typeof places)[number];
  return {
    email: `customer${id}@example.com`,
    firstname,
    lastname,
    phone_number: phoneOf(id),
    address: `${1 + scatter(id * 5, 400)} ${streets[scatter(id * 7, streets.length)]}`,
    pincode: String(pincode + scatter(id * 11, 60)),
    city,
    state,
  };
}
